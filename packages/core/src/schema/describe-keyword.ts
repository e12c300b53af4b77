import { nearest } from '../error/nearest.ts';
import { isRecord } from '../json/json-value.ts';
import { equalsKeyword, shieldedContains } from './ajv-form.ts';
import { firstDuplicate } from './first-duplicate.ts';
import { memberOf } from '../json/json-pointer.ts';
import { listOf, type JsonSchema } from './json-schema.ts';
import { unmarked, withoutMarks } from './mark-branches.ts';
import { countOf, cut, joinShort, preview, previewExpected, typedPreview, visible } from './preview.ts';
import { shapeOf } from './shape-of.ts';
import type { AjvError } from './validator.ts';

/** What one failing keyword says of the value, as the end of a sentence that begins with the path. `root` is the linked schema. */
export function describeKeyword(error: AjvError, root: JsonSchema): string {
  const value: unknown = error.data;
  const wanted: unknown = error.schema;
  const parameter = (name: string): unknown => memberOf(error.params, name);
  switch (error.keyword) {
    case 'type':
      return `must be ${typeNames(wanted)}, got ${typedPreview(value)}`;
    case 'required':
      return 'is required';
    case 'dependentRequired':
      return `is required when ${preview(parameter('property'))} is present`;
    case 'additionalProperties':
      return `is not allowed${knownProperties(error, parameter('additionalProperty'))}`;
    case 'false schema':
      return 'is not allowed';
    case 'enum':
    case equalsKeyword:
      return `must be ${oneOf(wanted)}, got ${preview(value)}${closeTo(value, wanted)}`;
    case 'const':
      return `must be ${previewExpected(wanted)}, got ${preview(value)}`;
    case 'minimum':
      return `must be >= ${preview(wanted)}, got ${preview(value)}`;
    case 'maximum':
      return `must be <= ${preview(wanted)}, got ${preview(value)}`;
    case 'exclusiveMinimum':
      return `must be > ${preview(wanted)}, got ${preview(value)}`;
    case 'exclusiveMaximum':
      return `must be < ${preview(wanted)}, got ${preview(value)}`;
    case 'multipleOf':
      return `must be a multiple of ${preview(wanted)}, got ${preview(value)}`;
    case 'minLength':
      return `must have at least ${countOf(Number(wanted), 'character')}, got ${lengthOf(value)}: ${preview(value)}`;
    case 'maxLength':
      return `must have at most ${countOf(Number(wanted), 'character')}, got ${lengthOf(value)}: ${preview(value)}`;
    case 'pattern':
      return `must match the pattern ${visible(cut(String(wanted), 80))}, got ${preview(value)}`;
    case 'minItems':
      return `must have at least ${countOf(Number(wanted), 'item')}, got ${sizeOf(value)}`;
    case 'maxItems':
      return `must have at most ${countOf(Number(wanted), 'item')}, got ${sizeOf(value)}`;
    case 'items':
      return `must have at most ${countOf(Number(parameter('limit')), 'item')}, got ${sizeOf(value)}`;
    case 'minProperties':
      return `must have at least ${countOf(Number(wanted), 'property')}, got ${sizeOf(value)}`;
    case 'maxProperties':
      return `must have at most ${countOf(Number(wanted), 'property')}, got ${sizeOf(value)}`;
    case 'uniqueItems':
      return `must not repeat an item${whichRepeat(value)}`;
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return describeUnevaluated(error, String(parameter('unevaluated')), root);
    case 'not':
      return describeNot(wanted, value, root);
    case 'propertyNames':
      return 'has a name that is not allowed';
    case 'anyOf':
    case 'oneOf':
      return `must match one of: ${alternatives(wanted, root)}, got ${typedPreview(value)}`;
    case 'if':
      return `must match ${shapeOf(memberOf(error.parentSchema, String(parameter('failingKeyword'))), root)}, got ${typedPreview(value)}`;
    default:
      return `does not fit the keyword ${preview(error.keyword)}, got ${typedPreview(value)}`;
  }
}

/** `string`, `string or null`. */
export function typeNames(types: unknown): string {
  const names = Array.isArray(types) ? types.map(String) : [String(types)];
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Each allowed value, or the only one. */
export function oneOf(values: unknown): string {
  const allowed = listOf(values).map(previewExpected);
  return allowed.length === 1 ? allowed.join('') : `one of ${joinShort(allowed)}`;
}

/** The alternatives of a union by their shapes. */
export function alternatives(branches: unknown, root: JsonSchema): string {
  const shapes = unmarked(listOf(branches)).map((branch) => shapeOrText(branch, root));
  return joinShort([...new Set(shapes)], ' | ');
}

/** The shape of a schema or, when its keywords do not show in one, the schema itself. */
function shapeOrText(schema: unknown, root: JsonSchema): string {
  const shape = shapeOf(schema, root);
  return shape === 'any' && isRecord(schema) ? `schema ${previewExpected(withoutMarks(schema))}` : shape;
}

function describeUnevaluated(error: AjvError, key: string, root: JsonSchema): string {
  if (error.schema === false) return `is not allowed${knownProperties(error, key)}`;
  return `must be ${shapeOrText(error.schema, root)}, got ${typedPreview(memberOf(error.data, key))}`;
}

function describeNot(schema: unknown, value: unknown, root: JsonSchema): string {
  if (schema === true || (isRecord(schema) && Object.keys(schema).length === 0)) return 'is not allowed';
  const contains = shieldedContains(schema);
  if (contains === undefined) return `must not be ${shapeOrText(schema, root)}, got ${typedPreview(value)}`;
  const { minContains, maxContains } = contains;
  const least = minContains === 0 ? [] : [`at least ${minContains}`];
  const most = maxContains === undefined ? [] : [`at most ${maxContains}`];
  const noun = (maxContains ?? minContains) === 1 ? 'item that is' : 'items that are';
  const wanted = `${[...least, ...most].join(' and ')} ${noun} ${shapeOrText(contains.contains, root)}`;
  return `must contain ${wanted}, got ${typedPreview(value)}`;
}

function closeTo(value: unknown, allowed: unknown): string {
  if (typeof value !== 'string' || value.length > 100 || !Array.isArray(allowed)) return '';
  const close = nearest(
    value,
    allowed.filter((item) => typeof item === 'string'),
  );
  return close === undefined ? '' : ` (did you mean ${preview(close)}?)`;
}

function knownProperties(error: AjvError, unknown: unknown): string {
  const properties = memberOf(error.parentSchema, 'properties');
  const known = isRecord(properties) ? Object.keys(properties) : [];
  if (known.length === 0) return '';
  const close = typeof unknown === 'string' && unknown.length <= 100 ? nearest(unknown, known) : undefined;
  if (close !== undefined) return ` (did you mean ${preview(close)}?)`;
  return error.keyword === 'additionalProperties' ? ` (known are ${joinShort(known.map(preview))})` : '';
}

function whichRepeat(value: unknown): string {
  const positions = Array.isArray(value) ? firstDuplicate(value) : undefined;
  return positions === undefined ? '' : `, but items ${positions[0]} and ${positions[1]} are equal`;
}

function lengthOf(value: unknown): number {
  let length = 0;
  for (const _character of String(value)) length += 1;
  return length;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0;
}
