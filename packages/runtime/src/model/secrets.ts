import { SecretMask } from '../secret/secret-mask.ts';

/** The text without the keys and headers a model is asked with. Made when something went wrong, which is seldom. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return new SecretMask(secrets.map((value) => ({ name: 'of model', value }))).text(text);
}
