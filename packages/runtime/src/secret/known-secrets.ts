import type { Environment } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';

/** A value that must not be shown, and what is shown in its place. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

/** The declared API keys of models that are set: by the name of their variable, or `Model/<name>` where the key itself is declared. */
export function knownSecrets(models: readonly ModelResource[], env: Environment): KnownSecret[] {
  return models.flatMap(({ metadata, spec: { apiKey } }) => {
    if (apiKey === undefined) return [];
    const secret =
      'value' in apiKey
        ? { name: `Model/${metadata.name}`, value: apiKey.value }
        : { name: apiKey.valueFrom.env, value: env[apiKey.valueFrom.env] ?? '' };
    return secret.value === '' ? [] : [secret];
  });
}
