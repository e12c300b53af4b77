import { isRecord } from '@goondan/core';

type Schema = Record<string, unknown>;

const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
]);
/** They say something of a schema, and allow or forbid nothing. */
const remarks = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

/** Any JSON, spelt out. */
const anything = ['string', 'number', 'boolean', 'null']
  .map((type): Schema => ({ type }))
  .concat([{ type: 'object', additionalProperties: true }, { type: 'array' }]);

/**
 * A schema that allows the same, in words that every client understands: some turn a tool away, or drop a part of it, where `type` is a list or a
 * member says nothing of what it takes.
 */
export function portableSchema(schema: Schema): Schema {
  const portable = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, part(keyword, value)]),
  );
  const { type, ...rest } = portable;
  if (!Array.isArray(type) || 'anyOf' in rest) return portable;
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
}

function part(keyword: string, value: unknown): unknown {
  if (maps.has(keyword) && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, memberSchema(member)]));
  if (lists.has(keyword) && Array.isArray(value)) return value.map(subschema);
  return single.has(keyword) ? subschema(value) : value;
}

function memberSchema(value: unknown): unknown {
  if (value === true) return { anyOf: anything };
  if (!isRecord(value)) return value;
  const isSilent = Object.keys(value).every((keyword) => remarks.has(keyword));
  return isSilent ? { ...value, anyOf: anything } : portableSchema(value);
}

function subschema(value: unknown): unknown {
  return isRecord(value) ? portableSchema(value) : value;
}
