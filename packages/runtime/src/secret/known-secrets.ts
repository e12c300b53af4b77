import type { Environment } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';

/** A value that must not be shown, and what is shown in its place. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

/** Who declares what must be kept secret. */
export interface SecretSources {
  readonly models: readonly ModelResource[];
  /** Names of variables whose values must not be shown. */
  readonly secretVariables: readonly string[];
}

/**
 * The declared secrets that are set: API keys of models by the name of their variable, or `Model/<name>` where the key
 * itself is declared, and the variables that tools and permissions name.
 */
export function knownSecrets({ models, secretVariables }: SecretSources, env: Environment): KnownSecret[] {
  const keys = models.flatMap(({ metadata, spec: { apiKey } }) => {
    if (apiKey === undefined) return [];
    const secret =
      'value' in apiKey
        ? { name: `Model/${metadata.name}`, value: apiKey.value }
        : { name: apiKey.valueFrom.env, value: env[apiKey.valueFrom.env] ?? '' };
    return secret.value === '' ? [] : [secret];
  });
  const variables = secretVariables.flatMap((name) => {
    const value = env[name] ?? '';
    return value === '' || keys.some((key) => key.value === value) ? [] : [{ name, value }];
  });
  return [...keys, ...variables];
}
