import { isRecord } from '../json/json-value.ts';

const otherTypes = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'string']);

/**
 * The `type` of a schema that promises something else than an object, such as `string` or a list of types: no provider takes it for the
 * parameters of a tool. Undefined for any other schema; what is no type at all is an invalid schema.
 */
export function typeBesidesObject(schema: unknown): unknown {
  const type = isRecord(schema) ? schema['type'] : undefined;
  return Array.isArray(type) || otherTypes.has(type) ? type : undefined;
}
