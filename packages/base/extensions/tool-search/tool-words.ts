import type { ToolCatalogItem } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import { wordsOf } from './words-of.ts';

const sliceSize = 200;
const none: ReadonlyMap<string, number> = new Map();

/** The words of a tool with their weight. Items never change, so that each is read once, however often the catalog does. */
const wordsOfItem = new WeakMap<ToolCatalogItem, ReadonlyMap<string, number>>();

/** Reads the tools that are not known yet, a few at a time: thousands of them at once would block the process. */
export async function readTools(items: readonly ToolCatalogItem[]): Promise<void> {
  let count = 0;
  for (const item of items) {
    if (wordsOfItem.has(item)) continue;
    wordsOfItem.set(item, read(item));
    count += 1;
    if (count % sliceSize === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The words of a tool that was read. */
export function toolWords(item: ToolCatalogItem): ReadonlyMap<string, number> {
  return wordsOfItem.get(item) ?? none;
}

function read({ name, description = '', parameters }: ToolCatalogItem): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) if (!weights.has(word)) weights.set(word, weight);
  };
  add(name, 4);
  add(description, 1);
  const properties = isRecord(parameters) ? parameters['properties'] : undefined;
  if (isRecord(properties)) add(Object.keys(properties).join(' '), 0.5);
  return weights;
}
