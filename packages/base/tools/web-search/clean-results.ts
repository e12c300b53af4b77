import type { JsonObject } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import type { Provider } from './provider.ts';

const longest = { title: 300, url: 2000, snippet: 1500, published: 60 };
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The results as a model reads them: plain text of bounded length, web addresses only, each once, never the key. */
export function cleanResults(
  provider: Provider,
  results: readonly unknown[],
  { count, secret }: { readonly count: number; readonly secret: string | undefined },
): JsonObject[] {
  const cleaned = new Map<string, JsonObject>();
  const masked = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    return secret === undefined ? value : value.replaceAll(secret, '***');
  };
  const text = (value: unknown, limit: number): string =>
    plainText(masked(value).slice(0, 20_000))
      .slice(0, limit)
      .replace(/[\uD800-\uDBFF]$/, '');
  for (const result of results) {
    if (cleaned.size >= count) break;
    if (!isRecord(result)) continue;
    const raw = provider.resultOf(result);
    const url = masked(raw.url);
    if (!/^https?:\/\/\S+$/i.test(url) || url.length > longest.url || cleaned.has(url)) continue;
    const published = text(raw.published, longest.published);
    cleaned.set(url, {
      title: text(raw.title, longest.title) || url,
      url,
      snippet: text(raw.snippet, longest.snippet),
      ...(published === '' ? {} : { published }),
    });
  }
  return [...cleaned.values()];
}

/** Providers mark what they found with tags and write some signs as entities. */
function plainText(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, characterOf)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function characterOf(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? written;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
