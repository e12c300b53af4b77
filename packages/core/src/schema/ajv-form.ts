import { isRecord } from '../json/json-value.ts';
import { isJsonSchema, listOf, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';

type Draft = Record<string, unknown>;

/** Unknown to Ajv, which passes over it. */
const shieldKeyword = 'goondan:shield';

/** Says the same as `schema` (whose references are linked) in the words that Ajv's 2020-12 vocabulary gets right. */
export function ajvForm(
  schema: JsonSchemaObject,
  options: { readonly tracksProperties: boolean },
): JsonSchemaObject {
  const draft: Draft = { ...schema };
  const extra: JsonSchema[] = [];
  formTuple(draft);
  splitDependencies(draft, extra);
  formProtoProperty(draft);
  shieldContains(draft, extra);
  if (options.tracksProperties) formConditional(draft, extra);
  if (Array.isArray(draft['enum']) && draft['enum'].length === 0) {
    delete draft['enum'];
    extra.push(false);
  }
  if (extra.length > 0) draft['allOf'] = [...listOf(draft['allOf']), ...extra];
  return draft;
}

/** What `contains` asked for before it was hidden behind a double negation. */
export interface Contains {
  readonly contains: JsonSchema;
  readonly minContains: number;
  readonly maxContains: number | undefined;
}

/** The `contains` behind the value of a `not` that `ajvForm` made, or undefined for a `not` of the author. */
export function shieldedContains(value: unknown): Contains | undefined {
  if (!isRecord(value) || value[shieldKeyword] !== true || !isRecord(value['not'])) return undefined;
  const { contains, minContains = 1, maxContains } = value['not'];
  if (!isJsonSchema(contains) || typeof minContains !== 'number') return undefined;
  return { contains, minContains, maxContains: typeof maxContains === 'number' ? maxContains : undefined };
}

/** `items: [a, b], additionalItems: c` of draft-07 is `prefixItems: [a, b], items: c`. */
function formTuple(draft: Draft): void {
  const { items, additionalItems } = draft;
  delete draft['additionalItems'];
  if (!Array.isArray(items)) return;
  delete draft['items'];
  // Ajv has no use for an empty list.
  if (items.length > 0) draft['prefixItems'] = items;
  if (additionalItems !== undefined) draft['items'] = additionalItems;
}

function splitDependencies(draft: Draft, extra: JsonSchema[]): void {
  const { dependencies } = draft;
  delete draft['dependencies'];
  if (!isRecord(dependencies)) return;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => isJsonSchema(value));
  if (required.length > 0) extra.push({ dependentRequired: Object.fromEntries(required) });
  if (schemas.length > 0) extra.push({ dependentSchemas: Object.fromEntries(schemas) });
}

/** Ajv passes over `properties.__proto__`, but not over a pattern that matches that name. */
function formProtoProperty(draft: Draft): void {
  const { properties, patternProperties } = draft;
  if (!isRecord(properties) || !Object.hasOwn(properties, '__proto__')) return;
  const { ['__proto__']: ofProto, ...others } = Object.fromEntries(Object.entries(properties));
  draft['properties'] = others;
  draft['patternProperties'] = {
    ...(isRecord(patternProperties) ? patternProperties : {}),
    '^(?:__proto__)$': ofProto,
  };
}

/**
 * Ajv holds that `contains` evaluates every item and makes an error for each item that does not match.
 * A double negation says the same and does neither.
 */
function shieldContains(draft: Draft, extra: JsonSchema[]): void {
  const { contains, minContains, maxContains } = draft;
  delete draft['contains'];
  delete draft['minContains'];
  delete draft['maxContains'];
  if (contains === undefined) return;
  const limits = {
    ...(minContains === undefined ? {} : { minContains }),
    ...(maxContains === undefined ? {} : { maxContains }),
  };
  extra.push({ not: { not: { contains, ...limits }, [shieldKeyword]: true } });
}

/** Ajv counts what `if` evaluates even when it does not match; alternatives count only when they match. */
function formConditional(draft: Draft, extra: JsonSchema[]): void {
  const { if: condition, then = true, else: otherwise = true } = draft;
  delete draft['if'];
  delete draft['then'];
  delete draft['else'];
  if (condition === undefined) return;
  extra.push({ anyOf: [{ allOf: [condition, then] }, { allOf: [{ not: condition }, otherwise] }] });
}
