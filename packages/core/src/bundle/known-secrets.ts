const keyOfService =
  /\b(?:sk|pk|rk)[-_][\w-]{8,}|\bgh[a-z]_\w{16,}|\bxox[a-z]-[\w-]{8,}|\bAIza[\w-]{20,}|\bAKIA\w{12,}/g;

/** True when something in the text looks like a key of one of the well-known services. */
export function hasKnownSecret(text: string): boolean {
  return text.search(keyOfService) >= 0;
}

/** Every such key in the text. */
export function knownSecretsIn(text: string): string[] {
  return text.match(keyOfService) ?? [];
}

/** The text with every such key starred out. */
export function maskKnownSecrets(text: string): string {
  return text.replace(keyOfService, starred);
}

/** As many stars as there are characters, so that columns stay where they are; blanks and quotes are kept. */
export function starred(text: string): string {
  return text.replace(/[^\s"']/g, '*');
}
