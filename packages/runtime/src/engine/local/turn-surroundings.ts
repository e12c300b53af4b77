import type { AgentEvent, AgentSummary, JsonObject, JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';
import type { Address, HandoffCall } from '../turn-context.ts';
import type { TurnOutcome } from '../turn-outcome.ts';
import type { LimitSurroundings, SentRequest } from './request-limit.ts';

/** What a turn reaches outside itself. */
export interface TurnSurroundings extends LimitSurroundings {
  /** The time of day, in milliseconds since 1970. */
  now(): number;
  send(to: Address, event: AgentEvent): Promise<{ readonly turnId: string }>;
  outcome(to: Address, turnId: string): Promise<TurnOutcome>;
  cancel(request: SentRequest, reason: string): Promise<unknown>;
  /** Makes a handle that can be completed. */
  openHandle(handle: string, about: JsonObject): Promise<void>;
  completionOf(handle: string): Promise<JsonValue>;
  /** Takes a handle for a call of this turn. */
  claimHandle(handle: string, call: HandoffCall & { readonly about: JsonObject }): Promise<void>;
  complete(handle: string, outcome: JsonValue): Promise<void>;
  agents(): Promise<readonly AgentSummary[]>;
  spawn(to: Address): Promise<void>;
  observe(event: RuntimeEvent | TurnDelta): void;
}
