import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { isRecord } from '../json/json-value.ts';
import { shieldedContains } from './ajv-form.ts';
import { memberOf } from './json-pointer.ts';
import { isJsonSchema, listOf, type JsonSchema } from './json-schema.ts';

type Accepts = (value: unknown) => boolean;

/** More failing items than anybody reads. */
const reportedItems = 20;

/**
 * `unevaluatedItems` for linked schemas, in place of Ajv's, which counts items where it has to know which of them were evaluated.
 * It asks a validator of its own for each subschema that may have evaluated some.
 */
export function unevaluatedItemsKeyword(compile: (schema: JsonSchema) => Accepts): FuncKeywordDefinition {
  return {
    keyword: 'unevaluatedItems',
    type: 'array',
    schemaType: ['boolean', 'object'],
    errors: true,
    compile: (schema: unknown, parentSchema, it) => {
      const root: unknown = it.schemaEnv.root.schema;
      const compiled = new Map<JsonSchema, Accepts>();
      const accepts = (part: unknown, value: unknown): boolean => {
        if (!isJsonSchema(part)) return true;
        const known = compiled.get(part) ?? compile(standAlone(part, root));
        compiled.set(part, known);
        return known(value);
      };
      const validate: DataValidateFunction = (items: readonly unknown[]) => {
        const { unevaluatedItems: _itself, ...others } = parentSchema;
        const evaluated = evaluatedItems(others, items, { root, accepts });
        const failing: number[] = [];
        for (const [index, item] of items.entries()) {
          if (!evaluated.has(index) && !accepts(schema, item) && failing.length < reportedItems)
            failing.push(index);
        }
        validate.errors = failing.map((index) => ({ keyword: 'unevaluatedItems', params: { index } }));
        return failing.length === 0;
      };
      return validate;
    },
  };
}

interface Evaluation {
  readonly root: unknown;
  readonly accepts: (part: unknown, value: unknown) => boolean;
}

/** The positions that `schema`, known to accept the items, has applied a subschema to. */
function evaluatedItems(schema: unknown, items: readonly unknown[], evaluation: Evaluation): Set<number> {
  const evaluated = new Set<number>();
  if (!isRecord(schema)) return evaluated;
  const add = (positions: Iterable<number>): void => {
    for (const position of positions) evaluated.add(position);
  };
  const addFrom = (part: unknown): void => add(evaluatedItems(part, items, evaluation));
  const addIfAccepted = (part: unknown): void => {
    if (evaluation.accepts(part, items)) addFrom(part);
  };
  const { $ref, allOf, anyOf, oneOf, if: condition, not, prefixItems } = schema;
  if (schema['items'] !== undefined || schema['unevaluatedItems'] !== undefined) return new Set(items.keys());
  add(items.slice(0, listOf(prefixItems).length).keys());
  const contains = shieldedContains(not)?.contains;
  if (contains !== undefined)
    add(items.keys().filter((position) => evaluation.accepts(contains, items[position])));
  if (typeof $ref === 'string') addFrom(definitionOf($ref, evaluation.root));
  listOf(allOf).forEach(addFrom);
  listOf(anyOf).forEach(addIfAccepted);
  listOf(oneOf).forEach(addIfAccepted);
  if (condition !== undefined) {
    addIfAccepted(condition);
    addFrom(evaluation.accepts(condition, items) ? schema['then'] : schema['else']);
  }
  return evaluated;
}

function definitionOf(reference: string, root: unknown): unknown {
  return memberOf(memberOf(root, '$defs'), reference.slice('#/$defs/'.length));
}

/** The part with all it may refer to: a linked schema has its references in `$defs` only. */
function standAlone(part: JsonSchema, root: unknown): JsonSchema {
  return { allOf: [part], $defs: memberOf(root, '$defs') ?? {} };
}
