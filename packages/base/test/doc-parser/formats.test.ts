import { describe, expect, test } from 'bun:test';
import { parseFile, textAt } from './in-workdir.ts';
import { makeDocx, makeXlsx, paragraph, wordTable } from './make-office.ts';
import { eucKr, makePdf } from './make-pdf.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const korean = '이름,값\n"김, 철수",1\n똠방각하,2\n';
const table = '| 이름 | 값 |\n| --- | --- |\n| 김, 철수 | 1 |\n| 똠방각하 | 2 |';
const page = (charset: string, body: string) =>
  `<html><head>${charset}<title>한글 제목</title></head><body><h1>안녕</h1><p>${body}</p><a href="b.html">다음</a></body></html>`;

describe('doc-parser__parse reads', () => {
  test('PDF: pages, title and Korean by a map of its own or by the old Korean encodings', async () => {
    const { output } = await parseFile('a.pdf', makePdf(['Hello (world)', 'Page two'], { title: '제목' }));
    expect(output).toMatchObject({
      format: 'pdf',
      title: '제목',
      markdown: '[page 1]\n\nHello (world)\n\n[page 2]\n\nPage two',
      pages: { total: 2, read: '1-2' },
      truncated: false,
    });
    const text = '안녕하세요 세계 똠방각하 ABC';
    for (const font of ['to-unicode', 'KSCms-UHC-H', 'UniKS-UCS2-H'] as const) {
      const read = await parseFile('ko.pdf', makePdf([text], { font }));
      expect(read.output, font).toMatchObject({ format: 'pdf', markdown: text });
    }
  });

  test('PDF whose font does not tell its letters: that is said, and no wrong letters are given', async () => {
    const { error } = await parseFile('a.pdf', makePdf(['안녕하세요'], { font: 'identity-without-map' }));
    expect(error?.code).toBe('E_DOCUMENT_EMPTY');
    expect(error?.message).toContain('a font whose letters are not told');
  });

  test('DOCX: headings, paragraphs, tables, the title', async () => {
    const body = [
      paragraph('첫 장', 'Heading1'),
      paragraph('본문 &lt;꺾쇠&gt; &amp; 더.'),
      wordTable([
        ['이름', '값'],
        ['가', '1'],
      ]),
    ];
    const { output } = await parseFile('a.docx', makeDocx(body.join(''), { title: '보고 &amp; 서' }));
    expect(output).toMatchObject({ format: 'docx', title: '보고 & 서', truncated: false });
    const markdown = textAt(output, 'markdown');
    expect(markdown).toContain('# 첫 장\n\n본문');
    expect(markdown).toContain('| 이름 | 값 |\n| --- | --- |\n| 가 | 1 |');
  });

  test('XLSX: all sheets with content, or one by name or number', async () => {
    const book = makeXlsx({
      매출: [
        ['월', '금액'],
        ['1월', 1200.5],
        ['a|b', 3],
      ],
      빈: [],
      Two: [['x'], ['y']],
    });
    const sheets = [
      { name: '매출', rows: 3, columns: 2 },
      { name: '빈', rows: 0, columns: 0 },
      { name: 'Two', rows: 2, columns: 1 },
    ];
    const first = '| 월 | 금액 |\n| --- | --- |\n| 1월 | 1200.5 |\n| a\\|b | 3 |';
    expect((await parseFile('a.xlsx', book)).output).toMatchObject({
      format: 'xlsx',
      sheets,
      markdown: `## 매출\n\n${first}\n\n## Two\n\n| x |\n| --- |\n| y |`,
    });
    for (const sheet of ['매출', '1']) {
      const { output } = await parseFile('a.xlsx', book, { sheet });
      expect(output).toMatchObject({ markdown: first, rows: { total: 3, read: '1-3' } });
    }
    expect((await parseFile('a.xlsx', book, { sheet: 'two' })).output).toMatchObject({
      markdown: '| x |\n| --- |\n| y |',
    });
  });

  test('CSV in UTF-8 with and without a mark, CP949, UTF-16 with and without a mark; other separators', async () => {
    const versions: [content: string | Uint8Array, encoding: string][] = [
      [korean, 'utf-8'],
      [`\uFEFF${korean}`, 'utf-8'],
      [eucKr(korean), 'euc-kr'],
      [utf16(`\uFEFF${korean}`), 'utf-16le'],
      [utf16(`\uFEFF${korean}`).swap16(), 'utf-16be'],
      [utf16(`${korean}${'a,1\n'.repeat(20)}`), 'utf-16le'],
    ];
    for (const [content, encoding] of versions) {
      const { output } = await parseFile('a.csv', content);
      expect(output, encoding).toMatchObject({ format: 'csv', encoding });
      expect(textAt(output, 'markdown')).toStartWith(table);
    }
    for (const separator of [';', '\t', '|']) {
      const { output } = await parseFile('a.csv', `a${separator}b\n1${separator}2\n3${separator}4\n`);
      expect(output).toMatchObject({ markdown: '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |' });
    }
    expect((await parseFile('a.tsv', 'a\tb,c\n1\t2')).output).toMatchObject({
      format: 'tsv',
      markdown: '| a | b,c |\n| --- | --- |\n| 1 | 2 |',
    });
  });

  test('HTML in UTF-8, EUC-KR with and without a declaration, UTF-16', async () => {
    const versions: (string | Uint8Array)[] = [
      page('', '본문'),
      eucKr(page('<meta charset="euc-kr">', '본문')),
      eucKr(page('<meta http-equiv="Content-Type" content="text/html; charset=ks_c_5601-1987">', '본문')),
      eucKr(page('', '본문')),
      utf16(`\uFEFF${page('', '본문')}`),
    ];
    for (const content of versions) {
      const { output } = await parseFile('a.html', content);
      expect(output).toMatchObject({ format: 'html', title: '한글 제목' });
      expect(textAt(output, 'markdown')).toContain('# 안녕\n\n본문');
    }
  });

  test('Markdown and plain text as they are', async () => {
    const markdown = '# 제목\n\n- 하나\n- 둘\n';
    expect((await parseFile('a.md', markdown)).output).toMatchObject({
      format: 'markdown',
      title: '제목',
      markdown,
    });
    expect((await parseFile('a.log', eucKr('한글 로그\n두 번째'))).output).toMatchObject({
      format: 'text',
      encoding: 'euc-kr',
      markdown: '한글 로그\n두 번째',
    });
    const latin = Buffer.from('caf\u00e9 na\u00efve', 'latin1');
    expect((await parseFile('a.txt', latin)).output).toMatchObject({
      encoding: 'windows-1252',
      markdown: 'café naïve',
    });
  });

  test('what the content is, whatever the name says', async () => {
    const formats = await Promise.all([
      parseFile('a.txt', makePdf(['Hello'])),
      parseFile('a.xlsx', makeDocx(paragraph('hello'))),
      parseFile('a.pdf', makeXlsx({ a: [['b']] })),
      parseFile('a.pdf', 'only text'),
      parseFile('a.txt', '<!doctype html><p>hello</p>'),
      parseFile('noname', '\uFEFF  <html><body>x</body></html>'),
      parseFile('a.txt', 'a,b\n1,2', { format: 'csv' }),
      parseFile('a.csv', 'a,b\n1,2', { format: 'text' }),
    ]);
    expect(formats.map(({ output }) => textAt(output, 'format'))).toEqual([
      'pdf',
      'docx',
      'xlsx',
      'text',
      'html',
      'html',
      'csv',
      'text',
    ]);
  });
});
