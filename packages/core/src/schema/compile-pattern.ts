/** The regular expression of a `pattern`: by Unicode if it can be, as the specification asks, else as plain JavaScript reads it. */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
