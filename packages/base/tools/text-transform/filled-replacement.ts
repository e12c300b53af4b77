/** A replacement with its groups filled in, as `String.replace` does it. */
export function filledReplacement(replacement: string, match: RegExpExecArray): string {
  return replacement.replaceAll(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (...found: unknown[]) => {
    const [whole, dollar, all, number, name] = found;
    if (dollar !== undefined) return '$';
    if (all !== undefined) return match[0];
    if (typeof number === 'string') return numbered(number, match);
    if (typeof name === 'string' && match.groups !== undefined) return match.groups[name] ?? '';
    return String(whole);
  });
}

/** `$12` is the twelfth group where there is one, else the first with a 2 behind it. */
function numbered(digits: string, match: RegExpExecArray): string {
  for (const length of [2, 1]) {
    const number = Number(digits.slice(0, length));
    if (digits.length >= length && number > 0 && number < match.length)
      return (match[number] ?? '') + digits.slice(length);
  }
  return `$${digits}`;
}
