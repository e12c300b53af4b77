import { GoondanError } from '../error/goondan-error.ts';
import { snapshot } from '../json/snapshot.ts';
import type { JsonValue } from '../json/json-value.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

const limits = { maxDepth: 500, maxSize: 4 * 1024 * 1024, refusePrototypeKey: false };

/** A frozen copy of a schema: whoever is shown it cannot change what is enforced. Throws when it is not JSON. */
export function ownSchema(schema: JsonSchema): JsonSchema {
  const copy = snapshot(schema, limits);
  if (copy.status === 'failed') {
    throw new GoondanError(
      'E_CONFIG_TOOL_SCHEMA',
      `The schema${copy.path && ` at ${copy.path}`} ${copy.reason}.`,
    );
  }
  const { value } = copy;
  if (!isJsonSchema(value)) {
    throw new GoondanError('E_CONFIG_TOOL_SCHEMA', 'A schema is an object, true or false.');
  }
  deepFreeze(copy.value);
  return value;
}

function deepFreeze(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}
