import type { ToolCatalogItem } from '@goondan/core';
import { readTools, toolWords } from './tool-words.ts';
import { wordsOf } from './words-of.ts';

type Words = ReadonlyMap<string, number>;

/** The tools that fit a query, best first: rare words count more than common ones, those of a name more than those of a description. */
export async function rankTools(
  items: readonly ToolCatalogItem[],
  query: string,
): Promise<ToolCatalogItem[]> {
  await readTools(items);
  const known = items.map(toolWords);
  const scores = new Float64Array(items.length);
  for (const word of new Set(wordsOf(query))) {
    const found = weightsFor(known, word);
    const rarity = Math.log(1 + items.length / (1 + found.size));
    for (const [index, weight] of found)
      scores[index] = (scores[index] ?? 0) + rarity * (weight / (weight + 1));
  }
  const name = query.trim();
  for (const [index, item] of items.entries()) if (item.name === name) scores[index] = Infinity;
  const score = (index: number): number => scores[index] ?? 0;
  return Array.from(scores.keys())
    .filter((index) => score(index) > 0)
    .sort((left, right) => score(right) - score(left) || left - right)
    .flatMap((index) => items[index] ?? []);
}

/** The tools that have a word, by their place, with its weight. */
function weightsFor(known: readonly Words[], word: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, words] of known.entries()) {
    const weight = words.get(word);
    if (weight !== undefined) found.set(index, weight);
  }
  if (found.size > 0 || word.length < 2) return found;
  // Part of a word, or one written otherwise.
  for (const [index, words] of known.entries())
    for (const other of words.keys())
      if (other.includes(word)) {
        found.set(index, 0.5);
        break;
      }
  return found;
}
