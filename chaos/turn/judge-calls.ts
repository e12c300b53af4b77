import { repeatableTools } from './bundle.ts';
import type { Effect, Evidence, Outcome } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** What became of the calls. */
export interface CallFindings {
  readonly doubleStarts: readonly string[];
  readonly violations: readonly string[];
}

/** Codes a call may end with: it was asked to fail, its arguments were wrong, or it was cut off in the middle. */
const codes = new Set(['E_TOOL', 'E_TOOL_INVALID_ARGS', 'E_TOOL_OUTCOME_UNKNOWN']);

/** No handler starts twice that must not, every start of a call has its one key, and a result tells what happened. */
export function judgeCalls({ effects, outcomes }: Pick<Evidence, 'effects' | 'outcomes'>): CallFindings {
  const byCall = groupBy(effects, callOf);
  return {
    doubleStarts: [...byCall].flatMap(([call, lines]) => doubleStart(call, lines)),
    violations: [
      ...[...byCall].flatMap(([call, lines]) => unstableKey(call, lines)),
      ...sharedKeys(effects),
      ...lastTold(outcomes).flatMap((outcome) =>
        outcome.calls.flatMap((call) =>
          untrueResult(call, byCall.get(`${outcome.turnId} ${call.id}`) ?? [], outcome.turnId),
        ),
      ),
    ],
  };
}

function callOf({ turnId, toolCallId }: Effect): string {
  return `${turnId} ${toolCallId}`;
}

function doubleStart(call: string, lines: readonly Effect[]): string[] {
  const starts = lines.filter(({ kind, tool }) => kind === 'start' && !repeatableTools.has(tool));
  return starts.length > 1 ? [`Call ${call} started ${starts.length} times.`] : [];
}

function unstableKey(call: string, lines: readonly Effect[]): string[] {
  const keys = new Set(lines.map(({ idempotencyKey }) => idempotencyKey));
  return keys.size > 1 ? [`Call ${call} had ${keys.size} idempotency keys.`] : [];
}

function sharedKeys(effects: readonly Effect[]): string[] {
  const byKey = groupBy(effects, ({ idempotencyKey }) => idempotencyKey);
  return [...byKey].flatMap(([key, lines]) =>
    new Set(lines.map(callOf)).size > 1 ? [`The idempotency key ${key} belongs to several calls.`] : [],
  );
}

function lastTold(outcomes: readonly Outcome[]): Outcome[] {
  return [...new Map(outcomes.map((outcome) => [outcome.turnId, outcome])).values()];
}

function untrueResult(call: Outcome['calls'][number], lines: readonly Effect[], turnId: string): string[] {
  const { id, name, status, code = '' } = call;
  const count = (kind: Effect['kind']): number => lines.filter((line) => line.kind === kind).length;
  const told = `Call ${turnId} ${id} of ${name} ended ${status} ${code}`;
  const isRepeatable = repeatableTools.has(name.split('__')[1] ?? '');
  if (status === 'ok' || code === 'E_TOOL') {
    if (count('end') === 0) return [`${told}, but its handler did not.`];
    return isRepeatable || count('effect') === 1 ? [] : [`${told} with ${count('effect')} effects.`];
  }
  if (status !== 'error' || !codes.has(code)) return [`${told}.`];
  if (code === 'E_TOOL_INVALID_ARGS') return lines.length === 0 ? [] : [`${told}, but its handler started.`];
  return isRepeatable ? [`${told}, though it could have been started again.`] : [];
}
