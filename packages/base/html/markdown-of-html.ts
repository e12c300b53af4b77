import { boundedHtml } from './bounded-html.ts';
import { flattenTree } from './flatten-tree.ts';
import { markdownWriter } from './markdown-writer.ts';
import { isElement, type PageElement } from './page-element.ts';
import { preparePage } from './prepare-page.ts';

/** A page for a reader. */
export interface MarkdownPage {
  readonly title: string;
  readonly markdown: string;
}

/** Readability looks at every element many times. */
const maxArticleWeight = 40_000;
const leftOut = '\n\n[The rest of the page is left out: it is too large.]';

/**
 * A page as Markdown: what a reader sees of it, with links made whole by `url`; with `isArticle` only its main text, where
 * one can be told apart. Takes any text: what is no HTML is text.
 */
export async function markdownOfHtml(
  html: string,
  options: { readonly url?: string; readonly isArticle?: boolean } = {},
): Promise<MarkdownPage> {
  const bounded = boundedHtml(html);
  const root = await parsed(bounded.html);
  const title = (root.querySelector('title')?.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
  flattenTree(root);
  preparePage(root, options.url);
  const article =
    options.isArticle === true && bounded.weight <= maxArticleWeight ? await articleOf(root) : undefined;
  const writer = await markdownWriter();
  const markdown = writer.write(article ?? root).trim();
  return {
    title: title.slice(0, 1000),
    markdown: bounded.isCut ? `${markdown}${leftOut}` : markdown,
  };
}

async function parsed(html: string): Promise<PageElement> {
  const { parseHTML } = await import('linkedom');
  const isWhole = /<html[\s>]/i.test(html);
  const window: unknown = parseHTML(isWhole ? html : `<html><body>${html}</body></html>`);
  const page: unknown =
    typeof window === 'object' && window !== null ? Reflect.get(window, 'document') : null;
  const root: unknown =
    typeof page === 'object' && page !== null ? Reflect.get(page, 'documentElement') : null;
  if (!isElement(root)) throw new TypeError('linkedom gave no document.');
  return root;
}

/** The main text of a page, found in a copy: looking for it takes the page apart. */
async function articleOf(root: PageElement): Promise<object | undefined> {
  const { Readability } = await import('@mozilla/readability');
  const owner: unknown = Reflect.get(root, 'ownerDocument');
  const copy: unknown = callMethod(owner, 'cloneNode', true);
  try {
    const found = new Readability<object>(copy, { serializer: (node: object) => node }).parse();
    return found?.content ?? undefined;
  } catch {
    // A page that it cannot read is shown whole.
    return undefined;
  }
}

function callMethod(owner: unknown, name: string, argument: unknown): unknown {
  if (typeof owner !== 'object' || owner === null) return undefined;
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') return undefined;
  const result: unknown = Reflect.apply(method, owner, [argument]);
  return result;
}
