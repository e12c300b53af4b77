import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { isRecord } from '../json/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { evaluatedKeys, type Evaluation } from './evaluated-keys.ts';
import { memberOf } from '../json/json-pointer.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

type Accepts = (value: unknown) => boolean;

/** More failing members than anybody reads. */
const mostReported = 20;

/**
 * `unevaluatedItems` and `unevaluatedProperties` for linked schemas, in place of Ajv's, which counts items where it has to know which,
 * believes an `if` that does not match, and makes every schema pay for the bookkeeping.
 * Ours asks a validator of its own for each subschema that may or may not have matched.
 */
export function unevaluatedKeyword(
  keyword: 'unevaluatedItems' | 'unevaluatedProperties',
  compile: (schema: JsonSchema) => Accepts,
): FuncKeywordDefinition {
  return {
    keyword,
    type: keyword === 'unevaluatedItems' ? 'array' : 'object',
    schemaType: ['boolean', 'object'],
    errors: true,
    compile: (schema: unknown, parentSchema, it) => {
      const { [keyword]: _itself, ...others } = parentSchema;
      const evaluation = evaluationIn(it.schemaEnv.root.schema, compile);
      const validate: DataValidateFunction = (value: unknown) => {
        const evaluated = evaluatedKeys(others, value, evaluation);
        const failing = Object.keys(isContainer(value) ? value : {}).filter((key) => {
          return !evaluated.has(key) && !evaluation.accepts(schema, memberOf(value, key));
        });
        validate.errors = failing
          .slice(0, mostReported)
          .map((key) => ({ keyword, params: { unevaluated: key }, parentSchema }));
        return failing.length === 0;
      };
      return validate;
    },
  };
}

function evaluationIn(root: unknown, compile: (schema: JsonSchema) => Accepts): Evaluation {
  const definitions = memberOf(root, '$defs') ?? {};
  const compiled = new Map<JsonSchema, Accepts>();
  const patterns = new Map<string, RegExp>();
  return {
    accepts: (part, value) => {
      if (!isJsonSchema(part)) return true;
      if (typeof part === 'boolean') return part;
      // A linked schema has all it refers to in `$defs`, so that any part of it can stand alone.
      const accepts = compiled.get(part) ?? compile({ allOf: [part], $defs: definitions });
      compiled.set(part, accepts);
      return accepts(value);
    },
    matches: (pattern, key) => {
      const expression = patterns.get(pattern) ?? compilePattern(pattern);
      patterns.set(pattern, expression);
      return expression.test(key);
    },
    definition: (reference) => memberOf(definitions, reference.slice('#/$defs/'.length)),
  };
}

function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isRecord(value);
}
