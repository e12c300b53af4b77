import type { JsonValue } from '@goondan/core';
import { GoondanError, snapshot } from '@goondan/core/basics';

const limits = { maxDepth: 500, maxSize: 64 * 1024 * 1024, refusePrototypeKey: false };

/** The outcome of a handle as it can be recorded and read again: a record without one would keep whoever reads it from starting. Throws `E_HANDLE_KIND`. */
export function recordableOutcome(handle: string, outcome: unknown): JsonValue {
  const copy = snapshot(outcome, limits);
  if (copy.status === 'ok') return copy.value;
  const message = `The outcome of handle '${handle}'${copy.path && ` at ${copy.path}`} ${copy.reason}.`;
  throw new GoondanError('E_HANDLE_KIND', message, { suggestion: 'Give an outcome that is JSON.' });
}
