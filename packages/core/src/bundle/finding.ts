import { suggestionOf, type ErrorCode } from '../error/codes.ts';
import { maskKnownSecrets } from './known-secrets.ts';

/** Keys and indexes that lead from the root of a document to a value. */
export type Path = readonly (string | number)[];

/** A stretch of a file: lines and columns count from 1, columns in UTF-16 units, the end is exclusive. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One mistake in a bundle, where it is, and what to do about it. */
export interface Finding extends Place {
  readonly severity: 'error' | 'warning';
  readonly code: ErrorCode;
  readonly message: string;
  /** Short text for under the caret. */
  readonly hint?: string;
  readonly suggestion: string;
}

/** What a check has found, before it is placed in the file. */
export interface Problem {
  readonly code: ErrorCode;
  readonly path: Path;
  /** Point at the key instead of the value. */
  readonly at?: 'key';
  readonly severity?: 'warning';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly suggestion?: string;
}

/** Puts a problem in its place. A key that was pasted into the wrong field is not repeated. */
export function toFinding(problem: Omit<Problem, 'path' | 'at'>, place: Place): Finding {
  const { code, severity = 'error' } = problem;
  const message = maskKnownSecrets(problem.message);
  const hint = problem.hint === undefined ? undefined : maskKnownSecrets(problem.hint);
  const suggestion = problem.suggestion ?? (hint === undefined ? suggestionOf(code) : sentence(hint));
  return { severity, code, ...place, message, ...(hint === undefined ? {} : { hint }), suggestion };
}

/** Orders findings as one meets them reading the file. */
export function compareFindings(left: Finding, right: Finding): number {
  return left.line - right.line || left.column - right.column || left.code.localeCompare(right.code);
}

function sentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}${/[.?!]$/.test(hint) ? '' : '.'}`;
}
