import { GoondanError, snapshot, type ErrorCode, type JsonValue } from '@goondan/core';

const limits = { maxDepth: 500, maxSize: 64 * 1024 * 1024, refusePrototypeKey: false };

/**
 * What an extension gave, as the journal will give it back; undefined counts as null. Throws where no JSON can say it: in
 * the journal it would keep the turn, and with it the instance, from ever ending.
 */
export function jsonCopy(value: unknown, { code, what }: { code: ErrorCode; what: string }): JsonValue {
  const copy = snapshot(value, limits);
  if (copy.status === 'ok') return copy.value;
  throw new GoondanError(code, `${what}${copy.path} ${copy.reason}.`);
}
