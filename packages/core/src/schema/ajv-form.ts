import { isRecord } from '../json/json-value.ts';
import { isJsonSchema, listOf, type JsonSchema, type JsonSchemaObject } from './json-schema.ts';

type Draft = Record<string, unknown>;

/** Unknown to Ajv, which passes over it. */
const shieldKeyword = 'goondan:shield';

/** Says the same as `schema` (whose references are linked) in the words that Ajv's 2020-12 vocabulary gets right. */
export function ajvForm(schema: JsonSchemaObject): JsonSchemaObject {
  const draft: Draft = { ...schema };
  const extra: JsonSchema[] = [];
  formTuple(draft);
  splitDependencies(draft, extra);
  formProtoProperty(draft);
  if (isRecord(draft['dependentRequired']))
    draft['dependentRequired'] = withoutEmptyName(draft['dependentRequired'], extra);
  shieldContains(draft, extra);
  formValues(draft, extra);
  if (extra.length > 0) draft['allOf'] = [...listOf(draft['allOf']), ...extra];
  return draft;
}

/** A keyword of ours: the value is the same JSON as one of the list. */
export const equalsKeyword = 'goondan:equals';

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

/** Ajv compares objects by calling their own `toString` and `valueOf`, and knows no empty `enum`. */
function formValues(draft: Draft, extra: JsonSchema[]): void {
  if (Object.hasOwn(draft, 'const') && isContainer(draft['const'])) {
    extra.push({ [equalsKeyword]: [draft['const']] });
    delete draft['const'];
  }
  const allowed = listOf(draft['enum']);
  if (!Array.isArray(draft['enum']) || (allowed.length > 0 && !allowed.some(isContainer))) return;
  extra.push(allowed.length === 0 ? false : { [equalsKeyword]: allowed });
  delete draft['enum'];
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function splitDependencies(draft: Draft, extra: JsonSchema[]): void {
  const { dependencies } = draft;
  delete draft['dependencies'];
  if (!isRecord(dependencies)) return;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => isJsonSchema(value));
  if (required.length > 0)
    extra.push({ dependentRequired: withoutEmptyName(Object.fromEntries(required), extra) });
  if (schemas.length > 0) extra.push({ dependentSchemas: Object.fromEntries(schemas) });
}

/** For Ajv a missing property is the text of its name, so that one of no text is never missing; in `required` `makeValidator` sees to it. */
function withoutEmptyName(dependent: Draft, extra: JsonSchema[]): Draft {
  const entries = Object.entries(dependent).map(([name, required]): [string, unknown] => {
    const names = listOf(required);
    if (!names.includes('')) return [name, required];
    extra.push({ dependentSchemas: { [name]: { required: [''] } } });
    return [name, names.filter((each) => each !== '')];
  });
  return Object.fromEntries<unknown>(entries);
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
