import { GoondanError, type Environment } from '@goondan/core';
import type { SecretText } from './server-config.ts';

/** The text a config means. Throws `E_CONFIG_ENV_MISSING` for a variable that is not set. */
export function resolveText(text: SecretText, env: Environment, what: string): string {
  if (typeof text === 'string') return text;
  const { env: name } = text.valueFrom;
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new GoondanError('E_CONFIG_ENV_MISSING', `${what} needs the variable ${name}, which is not set.`);
}

/** The address a config means. Throws `E_CONFIG_ENV_MISSING`, and `E_CONFIG_VALUE` for what is no address of the web. */
export function serverUrl(text: SecretText, env: Environment, key: string): URL {
  const url = resolveText(text, env, `servers.${key}.url`);
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  // Not what it says: it may be a secret.
  throw new GoondanError(
    'E_CONFIG_VALUE',
    `servers.${key}.url is no address that begins with http:// or https://.`,
  );
}

/** The texts of a record, resolved. */
export function resolveTexts(
  texts: Readonly<Record<string, SecretText>> | undefined,
  env: Environment,
  what: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts ?? {}).map(([name, text]) => [name, resolveText(text, env, `${what}.${name}`)]),
  );
}
