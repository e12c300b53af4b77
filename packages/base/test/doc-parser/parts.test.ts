import { describe, expect, test } from 'bun:test';
import { isRecord, type JsonObject } from '@goondan/core';
import { parseFile, textAt } from './in-workdir.ts';
import { makeXlsx } from './make-office.ts';
import { makePdf } from './make-pdf.ts';

const tenPages = makePdf(Array.from({ length: 10 }, (_, index) => `Text of ${index + 1}`));
const csv = `n,square\n${Array.from({ length: 3000 }, (_, index) => `${index},${index ** 2}`).join('\n')}\n`;

async function outputOf(...call: Parameters<typeof parseFile>): Promise<JsonObject> {
  const { output, error } = await parseFile(...call);
  if (isRecord(output)) return output;
  throw new Error(error?.message ?? 'no output');
}

describe('a part of a document', () => {
  test.each([
    ['3', '3', 'Text of 3'],
    ['2-3', '2-3', '[page 2]\n\nText of 2\n\n[page 3]\n\nText of 3'],
    ['9-', '9-10', '[page 9]\n\nText of 9\n\n[page 10]\n\nText of 10'],
    [' 1 , 10 ', '1,10', '[page 1]\n\nText of 1\n\n[page 10]\n\nText of 10'],
    ['10-99', '10', 'Text of 10'],
    ['2,2,1-2', '2,1', '[page 2]\n\nText of 2\n\n[page 1]\n\nText of 1'],
  ])('pages %j of ten are %s', async (pages, read, markdown) => {
    expect(await outputOf('a.pdf', tenPages, { pages })).toMatchObject({
      markdown,
      pages: { total: 10, read },
      truncated: false,
    });
  });

  test('a PDF of 10,000 pages is read from the first page on as far as it fits, and says how to go on', async () => {
    const pdf = makePdf(
      Array.from({ length: 10_000 }, (_, index) => `This is the text of page ${index + 1}.`),
    );
    const first = await outputOf('a.pdf', pdf, { maxChars: 1000 });
    expect(first).toMatchObject({ truncated: true, pages: { total: 10_000 } });
    expect(textAt(first, 'markdown').length).toBeLessThanOrEqual(1000);
    const next = /^pages (\d+)-10000$/.exec(textAt(first, 'next'))?.[1];
    const second = await outputOf('a.pdf', pdf, { pages: `${next}-10000`, maxChars: 1000 });
    expect(textAt(second, 'markdown')).toStartWith(`[page ${next}]\n\nThis is the text of page ${next}.`);
    const last = await outputOf('a.pdf', pdf, { pages: '10000' });
    expect(last).toMatchObject({ markdown: 'This is the text of page 10000.', truncated: false });
  }, 120_000);

  test('a page that fits into no part is cut, and that is said', async () => {
    const pdf = makePdf(['A word. '.repeat(60), 'second']);
    const output = await outputOf('a.pdf', pdf, { maxChars: 100 });
    expect(output).toMatchObject({
      truncated: true,
      pages: { total: 2, read: '1' },
      next: 'the rest of page 1 with a larger maxChars, then pages 2',
    });
    expect(textAt(output, 'markdown').length).toBeLessThanOrEqual(100);
  });

  test('the rows of a table come in parts that join to the whole', async () => {
    const seen: string[] = [];
    let rows: string | undefined;
    for (;;) {
      const output = await outputOf('a.csv', csv, {
        maxChars: 20_000,
        ...(rows === undefined ? {} : { rows }),
      });
      const [head, , ...body] = textAt(output, 'markdown').split('\n');
      expect(head).toBe('| n | square |');
      seen.push(...body);
      if (output['truncated'] !== true) break;
      rows = /^rows (\d+-\d+)$/.exec(textAt(output, 'next'))?.[1];
    }
    expect(seen).toHaveLength(3000);
    expect(new Set(seen).size).toBe(3000);
    expect(seen.at(-1)).toBe('| 2999 | 8994001 |');
  }, 60_000);

  test('rows of a sheet', async () => {
    const book = makeXlsx({ a: [['n'], [1], [2], [3]], b: [['x']] });
    expect(await outputOf('a.xlsx', book, { sheet: 'a', rows: '3-4' })).toMatchObject({
      markdown: '| n |\n| --- |\n| 2 |\n| 3 |',
      rows: { total: 4, read: '3-4' },
    });
  });

  test('a text is cut between characters', async () => {
    const output = await outputOf('a.txt', `${'가'.repeat(99)}👨‍👩‍👧 end`, { maxChars: 100 });
    const markdown = textAt(output, 'markdown');
    expect(output['truncated']).toBe(true);
    expect(markdown.isWellFormed()).toBe(true);
    expect(markdown.length).toBeGreaterThanOrEqual(99);
  });

  const book = makeXlsx({ 매출: [['x']], 비용: [['y']] });
  test.each<[string, string, string | Uint8Array, JsonObject, string, string]>([
    ['a page beyond the last', 'a.pdf', tenPages, { pages: '11' }, 'E_DOCUMENT_PART', 'from 1 to 10'],
    ['no page', 'a.pdf', tenPages, { pages: 'first' }, 'E_TOOL_INVALID_ARGS', '"1-3", "2,5" or "10-"'],
    ['page 0', 'a.pdf', tenPages, { pages: '0' }, 'E_TOOL_INVALID_ARGS', 'counted from 1'],
    ['pages backwards', 'a.pdf', tenPages, { pages: '5-2' }, 'E_TOOL_INVALID_ARGS', 'counted from 1'],
    ['pages of a text', 'a.txt', 'text', { pages: '1' }, 'E_DOCUMENT_PART', 'Leave out pages'],
    ['a sheet of a PDF', 'a.pdf', tenPages, { sheet: 'x' }, 'E_DOCUMENT_PART', 'Leave out sheet'],
    ['rows of a page', 'a.html', '<html><body>x', { rows: '1' }, 'E_DOCUMENT_PART', 'Leave out rows'],
    ['a sheet that is not there', 'a.xlsx', book, { sheet: '매술' }, 'E_DOCUMENT_PART', '"매출", "비용"'],
    [
      'rows of several sheets',
      'a.xlsx',
      book,
      { rows: '1-2' },
      'E_DOCUMENT_PART',
      'Send sheet too: "매출", "비용"',
    ],
    ['a row beyond the last', 'a.csv', 'a\n1', { rows: '5' }, 'E_DOCUMENT_PART', 'from 1 to 2'],
    ['another format', 'a.pdf', tenPages, { format: 'docx' }, 'E_DOCUMENT_FORMAT', 'send "pdf"'],
    ['PDF of a text', 'a.txt', 'text', { format: 'pdf' }, 'E_DOCUMENT_FORMAT', 'Leave out format'],
    ['an unknown encoding', 'a.txt', 'text', { encoding: 'klingon' }, 'E_TOOL_INVALID_ARGS', 'euc-kr'],
    [
      'a wrong encoding',
      'a.txt',
      '가나다',
      { encoding: 'euc-kr' },
      'E_DOCUMENT_FORMAT',
      'Leave out encoding',
    ],
  ])('%s is refused with the way out', async (_what, name, content, args, code, suggestion) => {
    const { error } = await parseFile(name, content, args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toContain(suggestion);
  });
});
