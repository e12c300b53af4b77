import { expressionError } from './expression-error.ts';

/** What people write that the expression language has another sign for. */
const written: Readonly<Record<string, string>> = {
  '×': '*',
  '✕': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  '∕': '/',
  '−': '-',
  '–': '-',
  '—': '-',
  '√': 'sqrt(…)',
  '∛': 'cbrt(…)',
  π: 'pi',
  τ: 'tau',
  φ: 'phi',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '°': ' deg',
  '²': '^2',
  '³': '^3',
  '\u00a0': 'a plain space',
};

/** Throws at the first character that is not ASCII, with its column and, where one is known, what to write for it. */
export function checkCharacters(expression: string): void {
  let column = 0;
  for (const character of expression) {
    column += 1;
    // Tab and line ends are left to the parser, which knows what they mean.
    if (/^[\t\n\r\x20-\x7e]$/.test(character)) continue;
    throw expressionError(`Column ${column}: ${describe(character)}`, adviceFor(character));
  }
}

function describe(character: string): string {
  const plain = character.normalize('NFKC');
  if (/^\p{N}$/u.test(character) && /^[0-9]$/.test(plain)) {
    return `"${character}" is not a plain digit.`;
  }
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
    ? `"${character}" has no meaning in an expression.`
    : `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} has no meaning in an expression.`;
}

function adviceFor(character: string): string {
  const known = written[character];
  if (known !== undefined) return `Write ${known} instead of "${character}".`;
  const plain = character.normalize('NFKC');
  return /^[\x21-\x7e]$/.test(plain)
    ? `Write ${plain} instead of "${character}".`
    : 'Write the expression with plain digits, operators and English function names only.';
}
