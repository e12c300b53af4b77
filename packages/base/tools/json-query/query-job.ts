import type { JsonValue } from '@goondan/core';
import { JobFailure, type Job } from '../../contained/job.ts';

/** What a query starts from: a value, or bytes beside it that are JSON as text. */
export interface QueryInput {
  readonly expression: string;
  readonly json: JsonValue;
  readonly isText: boolean;
  readonly name: string;
}

/** What a query comes to. */
export interface QueryResult {
  readonly result: JsonValue;
  readonly type: 'array' | 'object' | 'string' | 'number' | 'boolean' | 'null';
  readonly length?: number;
  readonly hint?: string;
}

/** Runs one JMESPath expression over one JSON value. */
export const job: Job<QueryInput, QueryResult> = {
  file: import.meta.path,
  async run({ expression, json, isText, name }, bytes) {
    const { compile, TreeInterpreter } = await import('@jmespath-community/jmespath');
    const { queryMistake } = await import('./query-mistake.ts');
    const tree = await orMistake(() => compile(expression));
    if (tree.type === 'ExpressionReference') {
      throw new JobFailure(
        'E_TOOL_INVALID_ARGS',
        `query: column 1: ${expression.trim()} is an expression for a function, not a value.`,
        'Leave out the &, or pass it to a function: sort_by(items, &name).',
      );
    }
    const data = isText ? await jsonOf(bytes, name) : json;
    const result = await orMistake(() => TreeInterpreter.search(tree, data));
    return described(result, await hintFor(expression, result));

    async function orMistake<Value>(attempt: () => Value): Promise<Value> {
      try {
        return attempt();
      } catch (thrown) {
        // Out of memory: no mistake of the expression's.
        if (thrown instanceof RangeError) throw thrown;
        throw await queryMistake(expression, thrown);
      }
    }
  },
};

async function jsonOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<JsonValue> {
  const { jsonOfText } = await import('./json-of-text.ts');
  const { decodeText } = await import('../../documents/text/decode-text.ts');
  return jsonOfText(decodeText(bytes).text, name);
}

function described(result: JsonValue, hint: string | undefined): QueryResult {
  const more = hint === undefined ? {} : { hint };
  if (result === null) return { result, type: 'null', ...more };
  if (Array.isArray(result)) return { result, type: 'array', length: result.length, ...more };
  switch (typeof result) {
    case 'object':
      return { result, type: 'object', length: Object.keys(result).length, ...more };
    case 'string':
      return { result, type: 'string' };
    case 'number':
      return { result, type: 'number' };
    default:
      return { result, type: 'boolean' };
  }
}

/** Quotes are what models get wrong: `==` with "double" ones compares two fields, and finds nothing. */
async function hintFor(expression: string, result: JsonValue): Promise<string | undefined> {
  const isEmpty = result === null || (Array.isArray(result) && result.length === 0);
  if (!isEmpty) return undefined;
  const { tokenize } = await import('@jmespath-community/jmespath');
  const tokens = tokenize(expression);
  const compared = tokens.find(({ type }, index) => {
    const before: string = tokens[index - 1]?.type ?? '';
    return type.toString() === 'QuotedIdentifier' && ['EQ', 'NE', 'LT', 'LTE', 'GT', 'GTE'].includes(before);
  });
  const name = compared?.value;
  if (typeof name !== 'string') return undefined;
  return `"${name}" names a field. If it is meant as a text, write '${name}'.`;
}
