import { isRecord } from '../json/json-value.ts';
import { compilePattern } from './compile-pattern.ts';

/**
 * True for a value that fits a schema of the usual keywords. False says little: the value may not fit, or take somebody who knows more. It costs no
 * library and no compiling, and nearly all that is asked about fits.
 */
export function fitsSchema(schema: unknown, value: unknown, root: unknown = schema): boolean {
  if (schema === true) return true;
  if (!isRecord(schema)) return false;
  for (const keyword of Object.keys(schema)) {
    if (!Object.hasOwn(judges, keyword)) return false;
    if (judges[keyword]?.(schema[keyword], value, { schema, root }) !== true) return false;
  }
  return true;
}

interface Surroundings {
  /** What the keyword stands in. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly root: unknown;
}

type Judge = (wanted: unknown, value: unknown, surroundings: Surroundings) => boolean;

const always: Judge = () => true;

const judges: Readonly<Record<string, Judge>> = {
  $schema: always,
  $comment: always,
  title: always,
  description: always,
  default: always,
  examples: always,
  readOnly: always,
  writeOnly: always,
  definitions: always,
  type: (wanted, value) =>
    Array.isArray(wanted) ? wanted.some((one) => isOfType(one, value)) : isOfType(wanted, value),
  const: (wanted, value) => isSameLeaf(wanted, value),
  enum: (wanted, value) => Array.isArray(wanted) && wanted.some((one) => isSameLeaf(one, value)),
  minimum: (wanted, value) => typeof value === 'number' && value >= Number(wanted),
  maximum: (wanted, value) => typeof value === 'number' && value <= Number(wanted),
  exclusiveMinimum: (wanted, value) => typeof value === 'number' && value > Number(wanted),
  exclusiveMaximum: (wanted, value) => typeof value === 'number' && value < Number(wanted),
  minLength: (wanted, value) => typeof value === 'string' && Array.from(value).length >= Number(wanted),
  // A text has never more characters than units.
  maxLength: (wanted, value) => typeof value === 'string' && value.length <= Number(wanted),
  minItems: (wanted, value) => Array.isArray(value) && value.length >= Number(wanted),
  maxItems: (wanted, value) => Array.isArray(value) && value.length <= Number(wanted),
  pattern: (wanted, value) => typeof value === 'string' && compilePattern(String(wanted)).test(value),
  // Others are notes for people.
  format: (wanted, value) => wanted !== 'regex' || isPattern(value),
  required: (wanted, value) =>
    Array.isArray(wanted) && isRecord(value) && wanted.every((key) => Object.hasOwn(value, String(key))),
  items: (wanted, value, { root }) =>
    Array.isArray(value) && value.every((item) => fitsSchema(wanted, item, root)),
  properties: (wanted, value, { root }) =>
    isRecord(wanted) &&
    isRecord(value) &&
    Object.keys(wanted).every(
      (key) => !Object.hasOwn(value, key) || fitsSchema(wanted[key], value[key], root),
    ),
  additionalProperties: (wanted, value, { schema: { properties = {}, patternProperties }, root }) =>
    patternProperties === undefined &&
    isRecord(properties) &&
    isRecord(value) &&
    Object.keys(value).every((key) => Object.hasOwn(properties, key) || fitsSchema(wanted, value[key], root)),
  // Names are texts.
  propertyNames: (wanted) =>
    isRecord(wanted) && Object.keys(wanted).length === 1 && wanted['type'] === 'string',
  anyOf: (wanted, value, { root }) =>
    Array.isArray(wanted) && wanted.some((one) => fitsSchema(one, value, root)),
  allOf: (wanted, value, { root }) =>
    Array.isArray(wanted) && wanted.every((one) => fitsSchema(one, value, root)),
  $ref: (wanted, value, { root }) => fitsSchema(definitionOf(wanted, root), value, root),
};

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'object':
      // A key `__proto__` is left to those who know what becomes of it.
      return isRecord(value) && !Object.hasOwn(value, '__proto__');
    case 'array':
      return Array.isArray(value);
    case 'number':
      return Number.isFinite(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return false;
  }
}

function isSameLeaf(wanted: unknown, value: unknown): boolean {
  return wanted === value && (typeof wanted !== 'object' || wanted === null);
}

function definitionOf(reference: unknown, root: unknown): unknown {
  const definitions = isRecord(root) ? root['definitions'] : undefined;
  const name = String(reference).replace(/^#\/definitions\//, '');
  return isRecord(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

function isPattern(source: unknown): boolean {
  try {
    return typeof source === 'string' && new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
