import { isRecord } from '../json/json-value.ts';

const types = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** What the value of each of the usual keywords is in every dialect; a value that is refused here may still be right. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) =>
    types.has(value) || (isDistinct(value) && value.length > 0 && value.every((one) => types.has(one))),
  properties: (value) => isRecord(value) && Object.values(value).every(isPlainSchema),
  required: (value) => isDistinct(value) && value.every((one) => typeof one === 'string'),
  additionalProperties: isPlainSchema,
  items: isPlainSchema,
  anyOf: isList,
  oneOf: isList,
  allOf: isList,
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  default: () => true,
  examples: Array.isArray,
  title: isText,
  description: isText,
  $comment: isText,
  format: isText,
  pattern: isText,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && value > 0,
  uniqueItems: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
};

/**
 * True for a schema of the usual keywords alone with values that every dialect takes, as nearly all tools have: it needs no check by the
 * meta-schema, which costs a tenth of a second to compile. False says nothing.
 */
export function isPlainSchema(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isRecord(schema)) return false;
  return Object.entries(schema).every(
    ([keyword, value]) => Object.hasOwn(keywords, keyword) && keywords[keyword]?.(value) === true,
  );
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isPlainSchema);
}

function isDistinct(value: unknown): value is unknown[] {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
