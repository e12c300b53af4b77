import type { z } from 'zod';
import { modelOptionsSchemas } from '../resource/model-options.ts';
import { settingsSchema } from '../resource/settings.ts';
import type { ConfigDocument } from './config-document.ts';
import type { Path, Problem } from './finding.ts';
import { textAt, valueAt } from './raw-value.ts';
import { schemaIssues } from './schema-issues.ts';
import { problemsOf } from './shape-problems.ts';
import { pathText } from './wording.ts';

const base = ['spec', 'options'];

/** What the schema of its provider has against the options of a Model. */
export function modelOptionProblems(document: ConfigDocument): Problem[] {
  const schema = modelOptionsSchemas.get(textAt(document.value, ['spec', 'provider']) ?? '');
  const options = valueAt(document.value, base);
  // What is no JSON at all is the shape check's to report.
  if (schema === undefined || !settingsSchema.safeParse(options).success) return [];
  const issues = schema.safeParse(options).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
    if (issue.code === 'custom') return [ruleProblem(path, issue)];
    if (path.includes('headers')) return [headerProblem(path)];
    return schemaIssues([issue], base).flatMap((each) => problemsOf(each, { document, schema, base }));
  });
}

function ruleProblem(path: Path, { message }: z.core.$ZodIssue): Problem {
  return { code: 'E_CONFIG_VALUE', path, message: `${pathText(path)} ${message}` };
}

/** Says nothing of the value, which may be a secret. */
function headerProblem(path: Path): Problem {
  return {
    code: 'E_CONFIG_TYPE',
    path,
    message: `${pathText(path)} must be a string`,
    hint: 'put it in quotes',
  };
}
