import { GoondanError, type Environment } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';

const usualVariables: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
};

/** The key a Model declares or, where it declares none, that of the variable usual for its provider; undefined when it is not set. */
export function apiKeyOf({ spec }: ModelResource, env: Environment): string | undefined {
  if (spec.apiKey !== undefined && 'value' in spec.apiKey) return filled(spec.apiKey.value);
  const variable = variableOf(spec);
  return variable === undefined ? undefined : filled(env[variable]);
}

/** The same, but throws `E_MODEL_AUTH` that names the variable; openai-compatible needs none unless it declares one. */
export function requiredApiKey(resource: ModelResource, env: Environment): string | undefined {
  const key = apiKeyOf(resource, env);
  const variable = variableOf(resource.spec);
  if (key !== undefined || (variable === undefined && resource.spec.apiKey === undefined)) return key;
  const { metadata, spec } = resource;
  const what =
    variable === undefined ? 'spec.apiKey.value is empty' : `the environment variable ${variable} is not set`;
  throw new GoondanError(
    'E_MODEL_AUTH',
    `Model/${metadata.name} has no API key for ${spec.provider}: ${what}.`,
    {
      suggestion:
        variable === undefined
          ? 'Name a variable that holds the key by apiKey.valueFrom.env.'
          : `Set ${variable}.`,
    },
  );
}

/** The variable that holds the key of a Model: the one it names, or that usual for its provider. */
export function variableOf({ apiKey, provider }: ModelResource['spec']): string | undefined {
  if (apiKey === undefined) return usualVariables[provider];
  return 'valueFrom' in apiKey ? apiKey.valueFrom.env : undefined;
}

/** Keys read from files tend to end in a line break, which no header can hold. */
function filled(value: string | undefined): string | undefined {
  const key = value?.trim();
  return key === '' ? undefined : key;
}
