import { nearest } from '../../error/nearest.ts';
import { hasFittingOptions } from '../../resource/fitting.ts';
import { parseRef } from '../../resource/parse-ref.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { textAt, valueAt } from '../raw-value.ts';
import { didYouMean, quote } from '../wording.ts';

/** The options of a Model are what its provider takes, rule by rule for a script, and `record` names a Model there is. */
export async function checkModelOptions(document: ConfigDocument, context: CheckContext): Promise<Problem[]> {
  if (document.kind !== 'Model') return [];
  return [...(await optionProblems(document)), ...recordedProblems(document, context)];
}

/** The schemas are loaded for options that do not fit: they cost more than all the rest. */
async function optionProblems(document: ConfigDocument): Promise<Problem[]> {
  const provider = textAt(document.value, ['spec', 'provider']) ?? '';
  const options = valueAt(document.value, ['spec', 'options']);
  if (options === undefined || hasFittingOptions(provider, options)) return [];
  const { modelOptionProblems } = await import('../model-option-problems.ts');
  return modelOptionProblems(document);
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
