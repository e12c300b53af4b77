import type { z } from 'zod';
import { nearest } from '../../error/nearest.ts';
import { modelOptionsSchemas } from '../../resource/model-options.ts';
import { parseRef } from '../../resource/parse-ref.ts';
import { settingsSchema } from '../../resource/settings.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { textAt, valueAt } from '../raw-value.ts';
import { schemaIssues } from '../schema-issues.ts';
import { didYouMean, pathText, quote } from '../wording.ts';
import { problemsOf } from './shape.ts';

const base = ['spec', 'options'];

/** The options of a Model are what its provider takes, rule by rule for a script, and `record` names a Model there is. */
export function checkModelOptions(document: ConfigDocument, context: CheckContext): Problem[] {
  if (document.kind !== 'Model') return [];
  return [...optionProblems(document), ...recordedProblems(document, context)];
}

function optionProblems(document: ConfigDocument): Problem[] {
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

function recordedProblems({ value, label }: ConfigDocument, { declared }: CheckContext): Problem[] {
  const path = ['spec', 'model'];
  const named = textAt(value, path);
  if (textAt(value, ['spec', 'provider']) !== 'record' || named === undefined || named === '') return [];
  const ref = parseRef(named, 'Model');
  const models = [...declared].filter((full) => full.startsWith('Model/') && full !== label);
  if (ref !== undefined && models.includes(`${ref.kind}/${ref.name}`)) return [];
  return [
    {
      code: 'E_CONFIG_REF_NOT_FOUND',
      path,
      message: `${label} records ${quote(named)}, which is no other Model of this bundle`,
      hint:
        didYouMean(nearest(`Model/${ref?.name ?? named}`, models)) ??
        'name the Model to record, as Model/name',
    },
  ];
}
