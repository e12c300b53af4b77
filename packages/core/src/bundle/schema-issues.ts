import type { z } from 'zod';
import type { Path } from './finding.ts';
import { alternatives } from './wording.ts';

/** One complaint of a schema about one place, with unions taken apart. */
export interface SchemaIssue {
  readonly path: Path;
  /** What the value should be, e.g. `a list`; set unless another field says more. */
  readonly expected?: string;
  /** Fields that are not known there. */
  readonly keys?: readonly string[];
  /** The only values allowed. */
  readonly values?: readonly string[];
  /** A bound that the value breaks. */
  readonly bound?: { readonly word: 'at least' | 'at most'; readonly limit: number; readonly of: string };
}

type ZodIssue = z.core.$ZodIssue;

/** The issues of a failed parse; of a union only those of the form that fits best. */
export function schemaIssues(issues: readonly ZodIssue[], base: Path = []): SchemaIssue[] {
  return issues.flatMap((issue) => {
    const path = [
      ...base,
      ...issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment)),
    ];
    return issue.code === 'invalid_union' ? unionIssues(issue.errors, path) : [plainIssue(issue, path)];
  });
}

function plainIssue(issue: ZodIssue, path: Path): SchemaIssue {
  switch (issue.code) {
    case 'invalid_type':
      return { path, expected: expectedWords(issue.expected) };
    case 'unrecognized_keys':
      return { path, keys: issue.keys };
    case 'invalid_value':
      return { path, values: issue.values.map(String) };
    case 'too_small':
      return { path, bound: { word: 'at least', limit: Number(issue.minimum), of: issue.origin } };
    case 'too_big':
      return { path, bound: { word: 'at most', limit: Number(issue.maximum), of: issue.origin } };
    default:
      return { path, expected: 'of another form' };
  }
}

function unionIssues(forms: readonly ZodIssue[][], path: Path): SchemaIssue[] {
  const fitting = forms.filter(
    (issues) => !issues.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  );
  const best = fitting.toSorted((left, right) => left.length - right.length)[0];
  if (best !== undefined) return schemaIssues(best, path);
  const expected = new Set(
    forms.flat().map((issue) => (issue.code === 'invalid_type' ? expectedWords(issue.expected) : '')),
  );
  // Only free settings take so many forms.
  return [{ path, expected: expected.size > 3 ? 'a value JSON can hold' : alternatives([...expected]) }];
}

function expectedWords(expected: string): string {
  switch (expected) {
    case 'string':
      return 'a string';
    case 'number':
      return 'a number';
    case 'int':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a mapping';
    default:
      return expected;
  }
}
