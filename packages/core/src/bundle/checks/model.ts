import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { textAt } from '../raw-value.ts';
import { isVariableName } from '../yaml/mask-secrets.ts';

/** A Model has the endpoint its provider needs and a key that is kept out of the file. */
export function checkModel(document: ConfigDocument, { env }: CheckContext): Problem[] {
  if (document.kind !== 'Model') return [];
  return [...endpointProblems(document), ...literalKeyProblems(document), ...variableProblems(document, env)];
}

function endpointProblems({ value }: ConfigDocument): Problem[] {
  const path = ['spec', 'endpoint'];
  const endpoint = textAt(value, path);
  const base = { code: 'E_CONFIG_MODEL_ENDPOINT', path } as const;
  if (endpoint === undefined) {
    if (textAt(value, ['spec', 'provider']) !== 'openai-compatible') return [];
    return [
      {
        ...base,
        message: 'provider openai-compatible needs an endpoint',
        hint: 'add endpoint: http://localhost:11434/v1',
      },
    ];
  }
  if (endpoint === '' || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return [];
  return [
    {
      ...base,
      message: 'endpoint must be an http or https address',
      hint: 'such as http://localhost:11434/v1',
    },
  ];
}

function literalKeyProblems({ value, label }: ConfigDocument): Problem[] {
  const places = [
    ['spec', 'apiKey'],
    ['spec', 'apiKey', 'value'],
  ];
  const path = places.find((place) => (textAt(value, place) ?? '') !== '');
  if (path === undefined) return [];
  const message = `the API key of ${label} stands in the file for everyone to read`;
  const hint = 'use valueFrom: { env: NAME_OF_VARIABLE }';
  return [{ code: 'E_CONFIG_SECRET', severity: 'warning', path, message, hint }];
}

function variableProblems({ value, label }: ConfigDocument, env: CheckContext['env']): Problem[] {
  const path = ['spec', 'apiKey', 'valueFrom', 'env'];
  const name = textAt(value, path);
  if (name === undefined || name === '') return [];
  // What is no name is most likely the key itself, which must not be printed.
  if (!isVariableName(name)) {
    const message = 'apiKey.valueFrom.env must be the name of an environment variable';
    return [{ code: 'E_CONFIG_VALUE', path, message, hint: 'put the key into a variable and name that' }];
  }
  if ((env[name] ?? '') !== '') return [];
  const message = `${label} takes its API key from ${name}, which is not set`;
  return [
    {
      code: 'E_CONFIG_ENV_MISSING',
      severity: 'warning',
      path,
      message,
      hint: `set ${name} before you run this bundle`,
    },
  ];
}
