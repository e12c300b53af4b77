import type { z } from 'zod';
import { nearest } from '../error/nearest.ts';
import { parseRef } from '../resource/parse-ref.ts';
import { resourceSchemas } from '../resource/resource.ts';
import type { ConfigDocument } from './config-document.ts';
import type { Path, Problem } from './finding.ts';
import { knownFields } from './known-fields.ts';
import { valueAt } from './raw-value.ts';
import { refPlaces } from './ref-places.ts';
import { schemaIssues, type SchemaIssue } from './schema-issues.ts';
import { didYouMean, pathText, quote, withArticle } from './wording.ts';
import { valueProblem } from './checks/value-problem.ts';

const removedFields: Readonly<Record<string, string>> = {
  runtime: 'remove it: every tool is run by Bun',
  auth: 'remove it: a tool gets its secrets from the environment policy allows',
};

/** Everything the schema of the kind has against a document, in one pass (SCH-1, SCH-3). */
export function shapeProblems(document: ConfigDocument): Problem[] {
  if (document.kind === undefined) return [];
  const schema: z.ZodType = resourceSchemas[document.kind];
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return [];
  const malformedRefs = refPlaces(document).filter(
    ({ value, plainKind }) => parseRef(value, plainKind) === undefined,
  );
  // The header and the ref checks say more of these than a schema can.
  const elsewhere = new Set([
    'apiVersion',
    'kind',
    'metadata.name',
    ...malformedRefs.map(({ path }) => pathText(path)),
  ]);
  return schemaIssues(parsed.error.issues)
    .filter(({ path }) => !path.some((_, index) => elsewhere.has(pathText(path.slice(0, index + 1)))))
    .flatMap((issue) => problemsOf(issue, { document, schema, base: [] }));
}

/** A schema, and the place in a document that it judges. */
export interface SchemaPlace {
  readonly document: ConfigDocument;
  readonly schema: z.ZodType;
  readonly base: Path;
}

/** What one complaint of a schema is called, where it stands, and what to do about it. */
export function problemsOf(issue: SchemaIssue, place: SchemaPlace): Problem[] {
  const { document } = place;
  const value = valueAt(document.value, issue.path);
  if (issue.keys !== undefined) {
    return issue.keys.map((key) => unknownField(issue.path, key, place));
  }
  if (value !== undefined) return [valueProblem(issue, value)];
  // The header check says so of metadata.
  if (pathText(issue.path) === 'metadata') return [];
  const field = issue.path.at(-1);
  return [
    {
      code: 'E_CONFIG_MISSING_FIELD',
      path: issue.path,
      message: `${pathText(issue.path)} is missing`,
      hint: `add ${field}`,
    },
  ];
}

function unknownField(path: Path, key: string, { document, schema, base }: SchemaPlace): Problem {
  const removed = document.kind === 'Tool' && pathText(path) === 'spec' ? removedFields[key] : undefined;
  const place = { path: [...path, key], at: 'key' } as const;
  if (removed !== undefined) {
    return {
      code: 'E_CONFIG_REMOVED_FIELD',
      ...place,
      message: `the field ${key} of Goondan v1 is gone`,
      hint: removed,
    };
  }
  const where = path.length === 0 ? withArticle(document.kind ?? 'resource') : pathText(path);
  const known = knownFields(schema, path.slice(base.length));
  if (known.includes(key)) {
    return {
      code: 'E_CONFIG_UNKNOWN_FIELD',
      ...place,
      message: `${key} does not go with the other fields of ${where}`,
      hint: 'keep one form',
    };
  }
  const hint = didYouMean(nearest(key, known)) ?? `known here: ${known.join(', ')}`;
  return {
    code: 'E_CONFIG_UNKNOWN_FIELD',
    ...place,
    message: `unknown field ${quote(key)} in ${where}`,
    hint,
  };
}
