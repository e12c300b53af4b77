import type { CallGate, Message, ToolAnnotations, ToolCatalog } from '@goondan/core';
import type { AskedCall } from './answer.ts';
import type { StateChange } from './extension-state.ts';
import type { TraceSpan } from './spans.ts';
import type { TurnState } from './turn-state.ts';

/** The calls of one step and what bears on them. */
export interface CallBatch {
  readonly turn: TurnState;
  readonly stepIndex: number;
  readonly stepSpan: TraceSpan;
  /** What the step showed the model. */
  readonly catalog: ToolCatalog;
  /** The assistant message that holds the calls (CTX-3). */
  readonly message: Message;
  readonly calls: readonly AskedCall[];
  /** When the model had asked for them. */
  readonly at: number;
  /** Of those that run side by side with calls of other batches. */
  readonly gate?: CallGate;
  /** The start of the entries' names, of a batch of one call that no model asked for. */
  readonly place?: string;
  /** Told of every change to the extensions' state. */
  readonly onStateChange: (change: StateChange) => void;
}

/** A batch with what lets its calls run side by side, up to a limit. */
export interface GatedBatch extends CallBatch {
  readonly gate: CallGate;
}

/** A call with what is known of it before it runs. */
export interface PlannedCall {
  readonly call: AskedCall;
  /** The start of its entries' names. */
  readonly place: string;
  readonly span: TraceSpan;
  /** The rule that holds it for a person. */
  readonly rule: string | undefined;
  /** The rule that would, had a person not allowed such calls for good. */
  readonly grantedFrom?: string;
}

/** What the tool of a call says of itself; nothing where there is none. */
export function annotationsOf({ turn }: CallBatch, { call }: PlannedCall): ToolAnnotations {
  return turn.agent.registry.get(call.name)?.annotations ?? {};
}
