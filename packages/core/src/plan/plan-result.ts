import type { ErrorCode } from '../error/codes.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { ToolError, ToolResult } from '../tool/result.ts';
import type { PlannedEntry } from './plan.ts';

/** What became of one entry of a plan, in the standard form (PLAN-1). */
export interface PlanResult {
  /** As the plan names it; absent where it does not. */
  readonly id?: string;
  readonly tool: string;
  readonly success: boolean;
  readonly result: JsonValue;
  readonly error: string | null;
  /** Of an entry that failed. */
  readonly code?: string;
  /** Seconds. */
  readonly elapsed: number;
}

/** What a plan came to; skipped, it changed nothing (PLAN-2). */
export interface PlanOutcome {
  readonly skipped: boolean;
  readonly reason?: string;
  /** In plan order. */
  readonly results: readonly PlanResult[];
}

/** What a call came to, and how long it took where whoever ran it knows. */
export interface ExecutedCall extends ToolResult {
  readonly elapsedMs?: number;
}

const blocked = 'Blocked by whitelist policy';

/** The result of an entry whose call has ended. A call whose outcome follows later succeeded in being handed on. */
export function resultOfCall(entry: PlannedEntry, call: ToolResult, elapsedMs: number): PlanResult {
  const elapsed = elapsedMs / 1000;
  if (call.status === 'error') return failedEntry(entry, call.error, elapsed);
  const result =
    call.status === 'pending' ? { status: call.status, handle: call.handle ?? null } : call.output;
  return { ...nameOf(entry), success: true, result: result ?? null, error: null, elapsed };
}

/** The result of an entry that was not run, or whose call failed. */
export function failedEntry(
  entry: PlannedEntry,
  error: ToolError | { readonly code: ErrorCode; readonly message: string } | undefined,
  elapsed = 0,
): PlanResult {
  const { code = 'E_TOOL', message = 'The tool failed.' } = error ?? {};
  const text = code === 'E_TOOL_BLOCKED' ? blocked : message;
  return { ...nameOf(entry), success: false, result: null, error: text, code, elapsed };
}

function nameOf({ id, tool }: PlannedEntry): Pick<PlanResult, 'id' | 'tool'> {
  return id === undefined ? { tool } : { id, tool };
}
