import { isRecord, type JsonValue } from '@goondan/core';
import { snapshot } from '@goondan/core';

/** The first of a schema's own `examples`, as JSON. Throws where there is none: every page shows one. */
export function schemaExample(what: string, schema: unknown): JsonValue {
  const examples: unknown = isRecord(schema) ? schema['examples'] : undefined;
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const copy = snapshot(first, { maxDepth: 100, maxSize: 65_536, refusePrototypeKey: true });
  if (first === undefined || copy.status === 'failed')
    throw new Error(`${what} has no example: add \`examples: [{ … }]\` to its schema.`);
  return copy.value;
}
