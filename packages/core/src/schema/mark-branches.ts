import { isRecord } from '../json/json-value.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';
import { mapSubschemas } from './keywords.ts';

/** A keyword that always fails and whose value is the number of the branch that its error opens. */
export const branchKeyword = 'goondan:branch';

/**
 * Puts an always failing branch before each branch of `anyOf`, `oneOf` and `propertyNames` of a linked schema: it accepts the same values,
 * and the flat list of Ajv's errors tells which belong to which branch.
 */
export function markBranches(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    const value = mapSubschemas(keyword, schema[keyword], markBranches);
    const isUnion = keyword === 'anyOf' || keyword === 'oneOf';
    if (isUnion && Array.isArray(value)) copy[keyword] = withMarks(value);
    else
      copy[keyword] =
        keyword === 'propertyNames' && isJsonSchema(value) ? { anyOf: withMarks([value]) } : value;
  }
  return copy;
}

/** The branch that a position in a marked `oneOf` stands for. */
export function branchAt(position: number): number {
  return (position - 1) / 2;
}

/** The branches without the marks between them. */
export function unmarked(branches: readonly unknown[]): readonly unknown[] {
  return branches.filter((branch) => !isRecord(branch) || !Object.hasOwn(branch, branchKeyword));
}

/** A schema as its author could have written it: without marks and keywords of ours. */
export function withoutMarks(schema: unknown): unknown {
  if (Array.isArray(schema)) return unmarked(schema).map(withoutMarks);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => !key.startsWith('goondan:'));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutMarks(value)]));
}

function withMarks(branches: readonly unknown[]): readonly unknown[] {
  return branches.flatMap((branch, index) => [{ [branchKeyword]: index }, branch]);
}
