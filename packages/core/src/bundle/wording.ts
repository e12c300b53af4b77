import type { Path } from './finding.ts';

const longestQuote = 80;

/** A path as people write it: `spec.exports[0].name`. */
export function pathText(path: Path): string {
  return path
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .replace(/^\./, '');
}

/** Text of the user's in quotes, cut when it is long. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, longestQuote * 2));
  const short =
    characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join('')}…` : text;
  return JSON.stringify(short);
}

/** What a value is, in the words of YAML. */
export function describeFound(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a string';
    case 'number':
      return Number.isFinite(value) ? `the number ${value}` : 'a number that is not finite';
    case 'boolean':
      return String(value);
    default:
      return 'a mapping';
  }
}

/** `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** `did you mean x?`, or undefined when there is nothing near. */
export function didYouMean(near: string | undefined): string | undefined {
  return near === undefined ? undefined : `did you mean ${near}?`;
}

/** The name of a kind with its article: `a Tool`, `an Agent`. */
export function withArticle(kind: string): string {
  return `${/^[AE]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
