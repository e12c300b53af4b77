/**
 * What is shown in place of each secret, by its name: `[secret NAME]`, or less where that holds a secret, or could be part of one together
 * with what stands around it. So masking a text can make no new secret.
 */
export function placeholdersOf(
  names: ReadonlySet<string>,
  secrets: readonly string[],
): ReadonlyMap<string, string> {
  if (names.size === 0) return new Map();
  const isFree = (placeholder: string): boolean => secrets.every((secret) => !touches(secret, placeholder));
  const unnamed = unnamedPlaceholders().find(isFree) ?? '';
  return new Map(
    names.values().map((name) => [name, isFree(`[secret ${name}]`) ? `[secret ${name}]` : unnamed]),
  );
}

/** True when one holds the other, or a secret can end in a placeholder or begin in it. */
function touches(secret: string, placeholder: string): boolean {
  if (secret.includes(placeholder) || placeholder.includes(secret)) return true;
  for (let length = 1; length < placeholder.length; length += 1)
    if (secret.endsWith(placeholder.slice(0, length)) || secret.startsWith(placeholder.slice(-length)))
      return true;
  return false;
}

/** The best first; at last signs that no text has by itself: no set of secrets holds them all. There are thousands, made only when they are needed. */
function* unnamedPlaceholders(): Generator<string, void> {
  yield '[secret]';
  yield '***';
  for (let unit = 0xe000; unit <= 0xf8ff; unit += 1) yield String.fromCharCode(unit);
}
