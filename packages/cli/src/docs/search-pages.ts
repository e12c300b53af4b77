import { queryWords, type QueryWord } from './query-words.ts';
import type { Page } from './read-pages.ts';

/** A page that answers a query. */
export interface Hit {
  readonly page: string;
  readonly title: string;
  readonly score: number;
  /** The line that fits best. */
  readonly excerpt: string;
}

const titleWeight = 6;
const headingWeight = 3;
/** How far the length of a page counts against it, and when more of the same word stops counting (BM25). */
const lengthShare = 0.5;
const saturation = 1.4;

/** The pages that hold words of the query, the best first; those that hold all words stand before those that hold some. */
export function searchPages(pages: readonly Page[], query: string, most = 10): Hit[] {
  const words = queryWords(query);
  const lower = pages.map((page) => ({ page, text: page.text.normalize('NFC').toLowerCase() }));
  const usual = lower.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, pages.length);
  const rarity = words.map((word) => {
    const holders = lower.filter(({ text }) => occurrences(text, word) > 0).length;
    return Math.log(1 + (pages.length - holders + 0.5) / (holders + 0.5));
  });
  return lower
    .map(({ page, text }) => {
      const weights = words.map((word) => weightOf(page, text, word));
      const length = 1 - lengthShare + (lengthShare * text.length) / usual;
      const score = weights.reduce(
        (sum, weight, index) => sum + (rarity[index] ?? 0) * (weight / (weight + saturation * length)),
        0,
      );
      const isWhole = weights.every((weight) => weight > 0);
      const isTitled = words.every((word) => isInHead(page, word));
      return { page, score: score * (isWhole ? 2 : 1) * (isTitled ? 2 : 1) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || left.page.name.localeCompare(right.page.name))
    .slice(0, most)
    .map(({ page, score }) => ({
      page: page.name,
      title: page.title,
      score: Math.round(score * 1000) / 1000,
      excerpt: bestLine(page.text, words),
    }));
}

function isInHead({ name, title }: Page, word: QueryWord): boolean {
  return occurrences(`${name} ${title}`.toLowerCase(), word) > 0;
}

function weightOf(page: Page, text: string, word: QueryWord): number {
  const headings = (text.match(/^#{2,} .+$/gm) ?? []).join('\n');
  const head = isInHead(page, word) ? titleWeight : 0;
  return occurrences(text, word) + headingWeight * occurrences(headings, word) + head;
}

/** How often a form of the word begins a word of the text; Korean has no blanks before its particles, so that its words are found anywhere. */
function occurrences(text: string, word: QueryWord): number {
  let most = 0;
  for (const form of word) {
    const before = /\p{Script=Hangul}/u.test(form) ? '' : '(?<![\\p{L}\\p{N}])';
    most = Math.max(most, (text.match(new RegExp(before + form, 'gu')) ?? []).length);
  }
  return most;
}

function bestLine(text: string, words: readonly QueryWord[]): string {
  let best = { line: text.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '', count: 0 };
  for (const line of text.split('\n')) {
    if (line.startsWith('# ') || line.startsWith('```')) continue;
    const lower = line.normalize('NFC').toLowerCase();
    const count = words.filter((word) => occurrences(lower, word) > 0).length;
    if (count > best.count) best = { line, count };
  }
  return best.line.replace(/^[#\s>|-]+/, '').trim();
}
