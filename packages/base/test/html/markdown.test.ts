import { expect, test } from 'bun:test';
import { markdownOfHtml } from '../../html/markdown-of-html.ts';

const markdown = async (html: string, options?: Parameters<typeof markdownOfHtml>[1]): Promise<string> =>
  (await markdownOfHtml(html, options)).markdown;

test.each([
  ['headings', '<h1>One</h1><h3>Three</h3>', '# One\n\n### Three'],
  ['emphasis', '<p>a <b>b</b> <i>c</i> <del>d</del> <code>e</code></p>', 'a **b** *c* ~~d~~ `e`'],
  ['a list', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['a numbered list', '<ol start="3"><li>a<li>b</ol>', '3. a\n4. b'],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> a</li><li><input type=checkbox>b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['code', '<pre><code class="language-js">let a = 1;\nb()</code></pre>', '```js\nlet a = 1;\nb()\n```'],
  ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b'],
  ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
  [
    'a table',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['signs of a table inside one', '<table><tr><td>a|b<br>c</td></tr></table>', '| a\\|b c |\n| --- |'],
  ['entities', '<p>1 &lt; 2 &amp; &#44032;</p>', '1 < 2 & 가'],
  ['text that is no HTML', 'a < b and 5 > 3', 'a < b and 5 > 3'],
  ['nothing', '', ''],
])('HTML becomes Markdown: %s', async (_title, html, expected) => {
  expect(await markdown(html)).toBe(expected);
});

test('a page has its title, whatever blanks are in it', async () => {
  const page = await markdownOfHtml('<!doctype html><title>\n A\n page </title><body><p>x');
  expect(page).toEqual({ title: 'A page', markdown: 'x' });
});

test('links and pictures are made whole by the address of the page, or by its base', async () => {
  const html = '<a href="b.html">b</a> <a href="#c">c</a> <img src="/d.png" alt="d">';
  const url = 'https://example.com/dir/page';
  expect(await markdown(html, { url })).toBe(
    '[b](https://example.com/dir/b.html) [c](#c) ![d](https://example.com/d.png)',
  );
  expect(await markdown(`<base href="/other/">${html}`, { url })).toStartWith(
    '[b](https://example.com/other/b.html)',
  );
  expect(await markdown(html)).toStartWith('[b](b.html)');
});

test('what a reader does not see is left out', async () => {
  const unseen = [
    '<script>alert(1)</script>',
    '<style>a{}</style>',
    '<noscript>n</noscript>',
    '<template>t</template>',
    '<div hidden>h</div>',
    '<div style="display:none">d</div>',
    '<svg><text>s</text></svg>',
    '<iframe src="x">i</iframe>',
    '<!-- comment -->',
    '<img src="data:image/png;base64,AAAA">',
  ];
  expect(await markdown(`<p>seen</p>${unseen.join('')}`)).toBe('seen');
});

test('scripts and data inside links are left out, their text stays', async () => {
  expect(await markdown('<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a>')).toBe('a b');
});

test('the article alone is shown on demand, and the whole page where there is none', async () => {
  const paragraph = `<p>${'A long sentence of the article, with commas, and more. '.repeat(8)}</p>`;
  const page = `<html><body><nav><a href="/">Menu</a></nav><article><h1>News</h1>${paragraph.repeat(4)}</article><footer>Imprint</footer></body></html>`;
  const article = await markdown(page, { isArticle: true });
  expect(article).toContain('A long sentence');
  expect(article).not.toContain('Menu');
  expect(article).not.toContain('Imprint');
  expect(await markdown(page)).toContain('Imprint');
  expect(await markdown('<html><body></body></html>', { isArticle: true })).toBe('');
  expect(await markdown('<p>short</p>', { isArticle: true })).toBe('short');
});
