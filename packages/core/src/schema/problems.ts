import { isRecord } from '../json/json-value.ts';
import { brokenBound } from './bounds.ts';
import { compilePattern } from './compile-pattern.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { pointerTo } from '../json/json-pointer.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';
import { subschemasOf } from './keywords.ts';
import { linkSchema } from './link.ts';
import { metaSchemaProblems } from './meta-schema.ts';
import { isPlainSchema } from './plain-schema.ts';
import { typedPreview } from './preview.ts';
import { indexResources } from './resources.ts';
import { joinFailures } from './schema-failure.ts';
import type { SchemaProblem } from './schema-problem.ts';

/** Other schemas, by the URI under which `$ref` names them. */
export type SchemaDocuments = Readonly<Record<string, JsonSchema>>;

/** Larger schemas than any author writes would only cost the time and memory of whoever compiles them. */
const limits = { nodes: 50_000, depth: 128 };

/** All that is wrong with a would-be schema, found in one pass; empty when it can be compiled. */
export function schemaProblems(schema: unknown, documents: SchemaDocuments = {}): readonly SchemaProblem[] {
  return inspectSchema(schema, documents).problems;
}

/** The problems of a would-be schema and, for one without any, its linked form (see `linkSchema`). */
export function inspectSchema(
  schema: unknown,
  documents: SchemaDocuments,
): { readonly problems: readonly SchemaProblem[]; readonly linked: JsonSchema } {
  const broken = (path: string, message: string) => ({ problems: [{ path, message }], linked: false });
  if (!isJsonSchema(schema)) return broken('', `must be an object or a boolean, got ${typedPreview(schema)}`);
  const outOfBounds =
    boundProblem(schema) ??
    Object.values(documents)
      .map(boundProblem)
      .find((text) => text !== undefined);
  if (outOfBounds !== undefined) return broken('', outOfBounds);
  const dialect = dialectOf(schema, documents);
  if ('unknown' in dialect) return broken('/$schema', dialect.unknown);
  const linked = linkSchema(indexResources(schema, documents, dialect), dialect);
  const foreign = linked.foreign.flatMap((reference) => {
    const [first] = keywordProblems(reference.schema, dialect);
    return first === undefined
      ? []
      : [{ path: reference.path, message: `names a schema that is not valid: ${joinFailures([first])}` }];
  });
  return {
    problems: [...keywordProblems(schema, dialect), ...linked.problems, ...foreign],
    linked: linked.schema,
  };
}

function boundProblem(schema: JsonSchema): string | undefined {
  const bound = brokenBound(schema, limits);
  if (bound === undefined) return undefined;
  return bound === 'depth'
    ? `is nested more than ${limits.depth} deep`
    : `is too large: it has more than ${limits.nodes} values`;
}

function keywordProblems(schema: JsonSchema, dialect: Dialect): readonly SchemaProblem[] {
  const misused = isPlainSchema(schema) ? [] : metaSchemaProblems(schema, dialect.name);
  return [...misused, ...patternProblems(schema, '')];
}

function patternProblems(schema: JsonSchema, pointer: string): readonly SchemaProblem[] {
  if (typeof schema === 'boolean') return [];
  const { pattern, patternProperties } = schema;
  const problems: SchemaProblem[] = [];
  if (typeof pattern === 'string') problems.push(...patternProblem(pattern, pointerTo(pointer, 'pattern')));
  if (isRecord(patternProperties)) {
    const outer = pointerTo(pointer, 'patternProperties');
    for (const key of Object.keys(patternProperties))
      problems.push(...patternProblem(key, pointerTo(outer, key)));
  }
  for (const inner of subschemasOf(schema))
    problems.push(...patternProblems(inner.schema, pointer + inner.pointer));
  return problems;
}

function patternProblem(pattern: string, path: string): readonly SchemaProblem[] {
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    return [
      {
        path,
        message: `is not a regular expression: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
}
