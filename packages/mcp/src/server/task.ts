import type { McpCaller } from './caller.ts';
import type { McpInputRequests, McpToolResult } from './tool.ts';

/** A call that goes on by itself. */
export interface McpTask {
  readonly id: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How long it is kept, from its creation; null for as long as there is room. */
  readonly ttlMs: number | null;
  /** How often it is worth asking. */
  readonly pollMs: number;
  /** Of `input_required`: what is still to be answered. */
  readonly requests?: McpInputRequests;
  /** Of `completed`. */
  readonly result?: McpToolResult;
  /** Of `failed`: an error of the protocol. */
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The tasks of a source. One that is another caller's is one that does not exist. */
export interface McpTasks {
  get(id: string, caller: McpCaller): Promise<McpTask | undefined>;
  /** Resolves once it has ended or waits for answers. */
  settled(
    id: string,
    options: { readonly caller: McpCaller; readonly signal: AbortSignal },
  ): Promise<McpTask | undefined>;
  /** Gives it answers to what it asks for; names it does not ask for are passed over. */
  answer(id: string, caller: McpCaller, answers: Readonly<Record<string, unknown>>): Promise<void>;
  /** Cancels it; one that has ended stays as it is. */
  cancel(id: string, caller: McpCaller): Promise<void>;
  list(caller: McpCaller): Promise<readonly McpTask[]>;
}

/** True for a task that has ended. */
export function hasEnded({ status }: McpTask): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
