/** What is too short to be a secret would only tear holes into messages. */
const shortestSecret = 4;
const mask = '***';

/** The text with every secret in it masked, also where it was written as part of an address or of JSON. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
      masked = masked.replaceAll(form, mask);
    }
  }
  return masked;
}
