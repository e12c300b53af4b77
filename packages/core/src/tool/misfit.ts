import type { JsonValue } from '../json/json-value.ts';
import type { CompiledSchema } from '../schema/compile.ts';
import { joinFailures } from '../schema/schema-failure.ts';
import type { Redact } from './failure.ts';

/**
 * Why a value does not fit its schema, in words. They show the start of values, where half a secret would not be found any more: it is taken
 * from the value before.
 */
export function misfitOf(schema: CompiledSchema, value: JsonValue, redact: Redact): string {
  const shown = redact(value);
  const failures = schema.failures(shown);
  // What does not fit may be the secret itself.
  return failures.length > 0 ? joinFailures(failures) : '(root) holds a value that does not fit';
}
