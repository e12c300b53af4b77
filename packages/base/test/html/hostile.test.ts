import { expect, test } from 'bun:test';
import { markdownOfHtml } from '../../html/markdown-of-html.ts';

const many = (text: string, count: number): string => text.repeat(count);

/** Pages that make libraries run out of stack, memory or time; each ended some version of one. */
const pages: readonly (readonly [title: string, html: string])[] = [
  ['20,000 nested elements', `${many('<div>', 20_000)}x`],
  ['200,000 nested elements', many('<b>', 200_000)],
  ['nested quotations around many lines', `${many('<blockquote>', 90)}<pre>${many('a\n', 500_000)}`],
  ['nested lists', `${many('<ul><li>', 1000)}x`],
  ['nested tables', `${many('<table><tr><td>', 500)}x`],
  ['40,000 paragraphs', many('<p>a</p>', 40_000)],
  ['20,000 rows', `<table>${many('<tr><td>a</td><td>b</td></tr>', 20_000)}</table>`],
  ['30,000 numbered items', `<ol>${many('<li>a</li>', 30_000)}</ol>`],
  ['a million signs that open nothing', many('<', 1_000_000)],
  ['comments without end', many('<!--', 300_000)],
  ['70,000 entities', many('&amp;', 70_000)],
  ['200,000 attributes', `<div ${many('a="b" ', 200_000)}>x</div>`],
  ['a script without end', `<script>${many('a<b ', 300_000)}`],
  ['two million blanks', `<p>${many(' ', 2_000_000)}</p>`],
  ['a million line ends', `<pre>${many('\n', 1_000_000)}x</pre>`],
  ['closing tags only', many('</p>', 20_000)],
  ['70,000 line breaks', many('<br>', 70_000)],
  ['signs of Markdown', many('*_[`', 200_000)],
  ['rows that claim to have columns', `<table>${many('<tr data-columns="999999999">', 20_000)}</table>`],
  ['24,000 tags, all looked through for an article', many('<div><p>a, b</p></div>', 6000)],
  ['NUL everywhere', many('\0<p\0>', 10_000)],
];

test.each(pages)('a hostile page ends, as a whole and as an article: %s', async (_title, html) => {
  for (const isArticle of [false, true]) {
    const { markdown } = await markdownOfHtml(html, { isArticle, url: 'https://example.com/' });
    expect(markdown.length).toBeLessThan(16_000_000);
    expect(markdown).not.toContain('\0');
  }
});

test('a page that is cut says so', async () => {
  const { markdown } = await markdownOfHtml(many('<p>a</p>', 40_000));
  expect(markdown).toEndWith('[The rest of the page is left out: it is too large.]');
  expect((await markdownOfHtml(many('<p>a</p>', 1000))).markdown).not.toContain('left out');
});

test('what is nested too deeply keeps its text', async () => {
  expect((await markdownOfHtml(`${many('<div>', 500)}<p>deep <b>text</b></p>`)).markdown).toBe('deep text');
});
