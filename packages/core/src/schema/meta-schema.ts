import { isRecord } from '../json/json-value.ts';
import { describeAllFailures } from './describe-failures.ts';
import type { Dialect } from './dialect.ts';
import { memberOf, pointerTo } from '../json/json-pointer.ts';
import type { JsonSchema } from './json-schema.ts';
import { modernKeywords, subschemasOf } from './keywords.ts';
import { linkSchema } from './link.ts';
import { markBranches } from './mark-branches.ts';
import { indexResources } from './resources.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { standardDocuments } from './standard-documents.ts';
import { makeValidator, type Validator } from './validator.ts';

/** What the value of one keyword must be. */
interface KeywordCheck {
  readonly schema: JsonSchema;
  readonly validator: Validator;
}

const anySchema = { $dynamicRef: '#meta' } as const;
const dialect: Dialect = { name: '2020-12', declared: true, validates: true };

/** Where draft-07 allows other values than 2020-12, or has a keyword of its own. */
const draft07Keywords: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['$id', { type: 'string' }],
  ['additionalItems', anySchema],
  ['items', { anyOf: [anySchema, { type: 'array', items: anySchema }] }],
]);

let draft2020Keywords: ReadonlyMap<string, JsonSchema> | undefined;
const checks = new Map<JsonSchema, KeywordCheck>();

/**
 * Where a schema and the schemas in it have keywords with values that the meta-schema does not allow.
 * The meta-schema is compiled keyword by keyword as they are met: the whole would cost 40 ms before the first tool call.
 */
export function metaSchemaProblems(
  schema: JsonSchema,
  name: Dialect['name'],
  pointer = '',
): readonly SchemaProblem[] {
  if (typeof schema === 'boolean') return [];
  const ofKeywords = Object.keys(schema).flatMap((keyword) => {
    const wanted = keywordSchema(keyword, name);
    const problems = wanted === undefined ? [] : valueProblems(schema[keyword], wanted);
    return problems.map(({ path, message }) => ({ path: pointerTo(pointer, keyword) + path, message }));
  });
  const inside = Array.from(subschemasOf(schema), (inner) =>
    metaSchemaProblems(inner.schema, name, pointer + inner.pointer),
  );
  return [...ofKeywords, ...inside.flat()];
}

function keywordSchema(keyword: string, name: Dialect['name']): JsonSchema | undefined {
  if (name === 'draft-07' && modernKeywords.has(keyword)) return undefined;
  draft2020Keywords ??= new Map(
    [...standardDocuments()].flatMap(([uri, document]) => keywordsOf(uri, document)),
  );
  return (name === 'draft-07' ? draft07Keywords.get(keyword) : undefined) ?? draft2020Keywords.get(keyword);
}

function keywordsOf(uri: string, document: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties = uri.includes('/2020-12/') ? memberOf(document, 'properties') : undefined;
  if (!isRecord(properties)) return [];
  return Object.keys(properties).map((keyword) => [
    keyword,
    { $ref: `${uri}#${pointerTo('/properties', keyword)}` },
  ]);
}

function valueProblems(value: unknown, wanted: JsonSchema): readonly SchemaProblem[] {
  const check = checks.get(wanted) ?? compileCheck(wanted);
  checks.set(wanted, check);
  if (check.validator(value)) return [];
  const problems = describeAllFailures(check.validator.errors ?? [], check.schema);
  // Errors hold on to the value they are about.
  check.validator.errors = null;
  return problems;
}

function compileCheck(wanted: JsonSchema): KeywordCheck {
  // The outermost `meta` wins: schemas inside are only known to be schemas here, and are judged one by one.
  const root = { $defs: { meta: { $dynamicAnchor: 'meta', type: ['object', 'boolean'] } }, allOf: [wanted] };
  const schema = markBranches(linkSchema(indexResources(root, {}, dialect), dialect).schema);
  return { schema, validator: makeValidator(schema, { allErrors: true }) };
}
