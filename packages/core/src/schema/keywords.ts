import { isRecord } from '../json/json-value.ts';
import { pointerTo } from '../json/json-pointer.ts';
import { isJsonSchema, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';

/** Keywords whose value is one subschema, or in `items` of draft-07 a list of them. */
const single = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const maps = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const;

const subschemaKeywords: ReadonlySet<string> = new Set([...single, ...lists, ...maps]);

/** Keywords that apply their subschemas to the same value, so that a reference through them makes no progress. */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** Keywords that only define subschemas for others to refer to. */
export const definitionKeywords: ReadonlySet<string> = new Set(['$defs', 'contentSchema', 'definitions']);

/** Keywords that came after draft-07, which ignores them. */
export const modernKeywords: ReadonlySet<string> = new Set([
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Keywords with no subschema that can refuse a value: the validation vocabulary. */
export const validationKeywords: ReadonlySet<string> = new Set([
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
]);

/** True when `keyword` holds subschemas. */
export function holdsSubschemas(keyword: string): boolean {
  return subschemaKeywords.has(keyword);
}

/** A schema inside a schema. */
export interface Subschema {
  readonly keyword: string;
  /** JSON pointer from the outer schema. */
  readonly pointer: string;
  readonly schema: JsonSchema;
}

/** The schemas directly inside `schema`; what should be one and is not, is left out. */
export function* subschemasOf(schema: JsonSchemaObject): Generator<Subschema> {
  for (const keyword of Object.keys(schema)) {
    if (!subschemaKeywords.has(keyword)) continue;
    const pointer = pointerTo('', keyword);
    const value = schema[keyword];
    if (isOneSchema(keyword, value)) yield { keyword, pointer, schema: value };
    else if (Array.isArray(value) || isRecord(value)) {
      for (const [key, item] of Object.entries<unknown>(value)) {
        if (isJsonSchema(item)) yield { keyword, pointer: pointerTo(pointer, key), schema: item };
      }
    }
  }
}

/** The value of a keyword with each subschema in it replaced; all else in it stays. */
export function mapSubschemas(
  keyword: string,
  value: unknown,
  replace: (schema: JsonSchema) => JsonSchema,
): unknown {
  if (!subschemaKeywords.has(keyword)) return value;
  const replaceItem = (item: unknown) => (isJsonSchema(item) ? replace(item) : item);
  if (isOneSchema(keyword, value)) return replace(value);
  if (Array.isArray(value)) return value.map(replaceItem);
  // Object.fromEntries defines members, so that a member named __proto__ stays a member.
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceItem(item)]));
  return value;
}

function isOneSchema(keyword: string, value: unknown): value is JsonSchema {
  return isJsonSchema(value) && single.some((name) => name === keyword);
}
