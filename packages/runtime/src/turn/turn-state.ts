import type { AgentEvent, CoreMessage, ToolCall, ToolResult } from '@goondan/core';
import type { TurnContext } from '../engine/turn-context.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import type { TurnInput } from '../engine/turn-runner.ts';
import type { Usage } from '../telemetry/runtime-event.ts';
import type { Agent } from './agent.ts';
import type { CatalogNote } from './catalog-note.ts';
import { Conversation } from './conversation.ts';
import { ExtensionState } from './extension-state.ts';
import { Grants } from './grants.ts';
import { Repetition } from './repetition.ts';
import { travelOf } from './request-chain.ts';
import { TraceSpan, type TraceTurn } from './spans.ts';
import { addUsage, noUsage } from './usage.ts';

/** A turn while it runs. */
export class TurnState implements TraceTurn {
  readonly context: TurnContext;
  readonly agent: Agent;
  readonly event: AgentEvent;
  readonly traceId: string;
  readonly workdir: string;
  readonly mask: Agent['mask'];
  readonly conversation: Conversation;
  readonly extensions: ExtensionState;
  readonly grants: Grants;
  readonly repetition = new Repetition();
  readonly span: TraceSpan;
  /** Of all calls of the conversation: providers refuse one in which two have the same. */
  readonly callIds: Set<string>;
  /** Of the last model call: it is recorded again only when it changes. */
  catalogNote: CatalogNote = [];
  readonly #calls: TurnOutcome['toolCalls'] = [];
  #usage: Usage = noUsage;
  steps = 0;

  constructor(context: TurnContext, agent: Agent, { input, conversation, extensions, grants }: TurnStart) {
    this.context = context;
    this.agent = agent;
    this.event = input.event;
    this.traceId = input.traceId;
    this.workdir = input.workdir;
    this.mask = agent.mask;
    this.conversation = conversation;
    this.callIds = new Set(conversation.baseMessages.flatMap(({ data }) => callIdsOf(data)));
    this.extensions = extensions;
    this.grants = grants;
    this.span = new TraceSpan(this, 'turn', parentOf(input.event));
  }

  /** Reads what the instance has kept. */
  static async open(context: TurnContext, agent: Agent, input: TurnInput): Promise<TurnState> {
    const conversation = await Conversation.load(context);
    return new TurnState(context, agent, {
      input,
      conversation,
      extensions: await ExtensionState.load(context, agent.mask),
      grants: await Grants.load(context, agent.mask),
    });
  }

  /** Tokens of the turn so far. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Counts what a model call took. */
  spend(usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** Notes what became of a call. */
  called(call: ToolCall, result: ToolResult): void {
    this.callIds.add(call.id);
    this.#calls.push({ id: call.id, name: call.name, args: call.args, result });
  }

  /** The outcome, given how it ended. */
  outcome(end: Pick<TurnOutcome, 'status' | 'output' | 'error'>): TurnOutcome {
    return {
      turnId: this.context.turnId,
      traceId: this.traceId,
      ...end,
      steps: this.steps,
      usage: this.#usage,
      toolCalls: this.#calls,
    };
  }
}

interface TurnStart {
  readonly input: TurnInput;
  readonly conversation: Conversation;
  readonly extensions: ExtensionState;
  readonly grants: Grants;
}

/** The span of the caller, where another agent's turn caused this one (COMM-4). */
function parentOf(event: AgentEvent): { parentSpanId?: string } {
  const { parentSpanId } = travelOf(event);
  return parentSpanId === undefined ? {} : { parentSpanId };
}

function callIdsOf({ role, content }: CoreMessage): string[] {
  if (role !== 'assistant' || typeof content === 'string') return [];
  return content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
}
