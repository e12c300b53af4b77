import { nearest } from '../../error/nearest.ts';
import { isRecord } from '../../json/json-value.ts';
import { apiVersion } from '../../resource/api-version.ts';
import { resourceNameProblemOf } from '../../resource/resource-name.ts';
import { isResourceKind, resourceKinds } from '../../resource/resource-kind.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { describeFound, didYouMean, quote } from '../wording.ts';

const oldApiVersion = 'agents.example.io/v1alpha1';

/** What every document begins with: `apiVersion`, `kind` and a legal `metadata.name` (NAME-2, NAME-4). */
export function checkHeader(document: ConfigDocument): Problem[] {
  return [...apiVersionProblems(document), ...kindProblems(document), ...nameProblems(document)];
}

function apiVersionProblems({ value }: ConfigDocument): Problem[] {
  const found = value.apiVersion;
  if (found === apiVersion) return [];
  const base = { code: 'E_CONFIG_API_VERSION', path: ['apiVersion'], hint: `use ${apiVersion}` } as const;
  if (found === undefined)
    return [{ ...base, message: 'apiVersion is missing', hint: `add apiVersion: ${apiVersion}` }];
  if (found === oldApiVersion) {
    const suggestion = `Write apiVersion: ${apiVersion}, and remove runtime and auth from Tools: both are gone since v1.`;
    return [{ ...base, message: `apiVersion ${oldApiVersion} is that of Goondan v1`, suggestion }];
  }
  const shown = typeof found === 'string' ? quote(found) : describeFound(found);
  return [{ ...base, message: `apiVersion must be ${apiVersion}, found ${shown}` }];
}

function kindProblems({ value: { kind } }: ConfigDocument): Problem[] {
  if (isResourceKind(kind)) return [];
  const list = resourceKinds.join(', ');
  const base = { code: 'E_CONFIG_KIND', path: ['kind'] } as const;
  if (kind === undefined) return [{ ...base, message: 'kind is missing', hint: `add kind: one of ${list}` }];
  if (typeof kind !== 'string')
    return [{ ...base, message: `kind must be one of ${list}, found ${describeFound(kind)}` }];
  const hint = didYouMean(nearest(kind, resourceKinds)) ?? `one of ${list}`;
  return [{ ...base, message: `there is no kind ${quote(kind)}`, hint }];
}

function nameProblems({ value, kind }: ConfigDocument): Problem[] {
  // Metadata of another shape is the shape check's to report.
  if (value.metadata !== undefined && !isRecord(value.metadata)) return [];
  const name = value.metadata?.name;
  const path = ['metadata', 'name'];
  if (name === undefined) {
    const hint = value.metadata === undefined ? 'add metadata: { name: … }' : 'add name: …';
    return [{ code: 'E_CONFIG_NAME', path, message: 'metadata.name is missing', hint }];
  }
  if (typeof name !== 'string') {
    return [
      {
        code: 'E_CONFIG_NAME',
        path,
        message: `metadata.name must be a string, found ${describeFound(name)}`,
      },
    ];
  }
  const problem = kind === undefined ? undefined : resourceNameProblemOf(kind, name);
  if (problem === undefined) return [];
  const code = kind === 'Tool' ? 'E_CONFIG_TOOL_NAME' : 'E_CONFIG_NAME';
  return [{ code, path, message: `resource name ${quote(name)} ${problem.reason}`, hint: problem.fix }];
}
