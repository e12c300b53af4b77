import { nearest } from '../../error/nearest.ts';
import type { Path, Problem } from '../finding.ts';
import type { SchemaIssue } from '../schema-issues.ts';
import { describeFound, didYouMean, pathText, quote } from '../wording.ts';

/** What is wrong with a value that is there: its type, its choice or its size. */
export function valueProblem(issue: SchemaIssue, value: unknown): Problem {
  if (issue.values !== undefined && typeof value === 'string')
    return choiceProblem(issue.path, issue.values, value);
  if (issue.bound !== undefined) return boundProblem(issue.path, issue.bound, value);
  const expected = issue.expected ?? `one of ${issue.values?.join(', ')}`;
  if (issue.path.includes('apiKey')) return secretTypeProblem(issue.path, expected);
  const message = `${pathText(issue.path)} must be ${expected}, found ${describeFound(value)}`;
  return { code: 'E_CONFIG_TYPE', path: issue.path, message, hint: repairHint(expected, value) };
}

/** Says nothing of the value, which may be a secret of another type. */
function secretTypeProblem(path: Path, expected: string): Problem {
  const message = `${pathText(path)} must be ${expected}`;
  return {
    code: 'E_CONFIG_TYPE',
    path,
    message,
    hint: 'use apiKey: { valueFrom: { env: NAME_OF_VARIABLE } }',
  };
}

function choiceProblem(path: Path, values: readonly string[], value: string): Problem {
  const hint = didYouMean(nearest(value, values)) ?? `one of ${values.join(', ')}`;
  return { code: 'E_CONFIG_VALUE', path, message: `${pathText(path)} cannot be ${quote(value)}`, hint };
}

function boundProblem(
  path: Path,
  { word, limit, of }: NonNullable<SchemaIssue['bound']>,
  value: unknown,
): Problem {
  const base = { code: 'E_CONFIG_VALUE', path } as const;
  const name = pathText(path);
  if (of === 'string' && limit === 1) return { ...base, message: `${name} is empty` };
  if (of === 'array')
    return {
      ...base,
      message: `${name} must have ${word} ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
      hint: 'add one',
    };
  return {
    ...base,
    message: `${name} must be ${word} ${limit}, found ${describeFound(value).replace('the number ', '')}`,
  };
}

function repairHint(expected: string, value: unknown): string | undefined {
  if (value === null) return 'give it a value, or remove the key';
  if (expected === 'a list' && !Array.isArray(value)) return 'put it in a list: [ … ]';
  if (expected === 'a string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `in quotes: "${value}"`;
  const isNumber = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  if (isNumber && expected.endsWith('number')) return `without quotes: ${value}`;
  if (expected === 'true or false' && typeof value === 'string' && /^(?:yes|on)$/i.test(value))
    return 'write true';
  if (expected === 'true or false' && typeof value === 'string' && /^(?:no|off)$/i.test(value))
    return 'write false';
  return undefined;
}
