import { literalSecretsOf } from '@goondan/core/bundle';

/** Whether what stands under a name, of a variable, a header or an option, looks like a secret. */
export function looksSecret(name: string, value: string): boolean {
  const spec = { entry: './none.ts', config: { [name]: value } };
  if (literalSecretsOf({ kind: 'Extension', spec }).length > 0) return true;
  return /(?:[_-]|^)(?:key|pat|pass)$/i.test(name) || hasPassword(value);
}

/** An address with a password in it. */
function hasPassword(text: string): boolean {
  return /:\/\/[^\s/:@]*:[^\s/@]+@/.test(text);
}
