import { korean } from './korean-words.ts';

/** A word of a query with the other forms that stand for it. */
export type QueryWord = readonly string[];

/**
 * The words of a query, in lower case. The documents are written in English for the most part: a Korean word is looked for as it is,
 * without the particle at its end, and by its English name.
 */
export function queryWords(query: string): QueryWord[] {
  const words =
    query
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !empty.has(word)).map((word) => [...new Set(formsOf(word))]);
}

function formsOf(word: string): string[] {
  if (!/\p{Script=Hangul}/u.test(word)) return [word, stemOf(word)];
  const stem = word.replace(particle, '');
  const forms = stem.length < 2 ? [word] : [word, stem];
  const names = Object.entries(korean)
    .filter(([known]) => forms.some((form) => form.startsWith(known)))
    .flatMap(([, english]) => english);
  return [...forms, ...names];
}

/** Without the ending of a plural or a verb, so that `tools` finds `tool`. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|es|s|ing|ed)$/, '');
  return stem.length < 3 ? word : stem;
}

const particle =
  /(?:입니다|하나요|하는|하기|해요|에서|으로|까지|부터|에게|이란|란|을|를|이|가|은|는|의|에|로|와|과|도|만)$/u;

const empty = new Set(
  'a an and are be by do does for how i in is it of on or the to what when with'.split(' '),
);
