import type { JsonValue } from '../json/json-value.ts';

/** Names an agent and one of its conversations; without an instance the caller's own key is meant (COMM-7). */
export interface AgentAddress {
  readonly agent: string;
  readonly instanceKey?: string;
}

/** One agent of the swarm as `list` shows it. */
export interface AgentSummary {
  readonly agent: string;
  readonly instances: readonly string[];
}

/** What tools annotated `orchestrates` may do beyond their own process. */
export interface ToolRuntime {
  /** Waits for the answer of another agent (COMM-2). */
  request(to: AgentAddress, input: JsonValue, options?: { timeoutMs?: number }): Promise<JsonValue>;
  /** Tells another agent without waiting (COMM-3). */
  send(to: AgentAddress, input: JsonValue): Promise<void>;
  /** Submits work whose answer comes back under the handle (HAND-1). */
  handoff(to: AgentAddress, input: JsonValue): Promise<{ handle: string }>;
  /** The agents of the swarm. */
  list(): Promise<readonly AgentSummary[]>;
  /** Makes sure a named instance exists. */
  spawn(to: AgentAddress): Promise<{ instanceKey: string }>;
  /** Waits durably. */
  sleep(ms: number): Promise<void>;
}
