import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'bun:test';
import { assert, asyncProperty, constantFrom, integer, nat, string } from 'fast-check';
import type { JsonObject } from '@goondan/core';
import { outputOf } from '../files/output-of.ts';
import { makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';

const workspace = makeWorkspace();
afterAll(() => workspace[Symbol.dispose]());
const call = await callerOf('file-system', { workdir: workspace.workdir });
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(workspace.workdir, name), content);
  return join(workspace.workdir, name);
};
const read = (path: string, args: JsonObject = {}) => call('read', { path, ...args });

describe('file-system__read', () => {
  test('gives absolute path, size, truncated and content', async () => {
    const path = put('plain.txt', 'one\ntwo\n');
    expect((await read('plain.txt')).output).toEqual({
      path,
      size: 8,
      truncated: false,
      content: 'one\ntwo\n',
      encoding: 'utf-8',
    });
    put('empty', '');
    expect((await read('empty')).output).toMatchObject({ size: 0, truncated: false, content: '' });
  });

  test('reads 40,000 bytes where nothing else is said, which a model is shown in full', async () => {
    put('long.txt', 'x'.repeat(40_001));
    expect((await read('long.txt')).output).toMatchObject({
      size: 40_001,
      truncated: true,
      content: 'x'.repeat(40_000),
      nextOffset: 40_000,
    });
    put('exact.txt', 'x'.repeat(40_000));
    expect((await read('exact.txt')).output).toMatchObject({ truncated: false });
  });

  test.each([
    ['utf-8', (text: string) => Buffer.from(text)],
    ['utf-16le', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ] as const)('never cuts a character of %s, wherever maxBytes and offset fall', async (encoding, encode) => {
    const text = string({
      unit: constantFrom('a', 'é', '가', '😀', '\n'),
      minLength: 1,
      maxLength: 12,
    });
    await assert(
      asyncProperty(text, nat(20), integer({ min: 1, max: 20 }), async (content, offset, maxBytes) => {
        put('characters.txt', encode(content));
        const result = await read('characters.txt', { offset, maxBytes, encoding });
        const part = String(outputOf(result)['content']);
        expect(content).toContain(part);
        expect(result.output).not.toHaveProperty('damaged');
        expect(part.isWellFormed()).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test('nextOffset leads through a file, character by character, to its end', async () => {
    const content = '가a나😀다é\n'.repeat(50);
    put('pages.txt', content);
    let [all, offset]: [string, number | undefined] = ['', 0];
    while (offset !== undefined) {
      const result = await read('pages.txt', { offset, maxBytes: 7 });
      all += String(outputOf(result)['content']);
      const next = outputOf(result)['nextOffset'];
      offset = typeof next === 'number' ? next : undefined;
    }
    expect(all).toBe(content);
  });

  test('reads lines, counted from 1, both ends included', async () => {
    put('lines.txt', 'one\ntwo\r\n셋\nfour');
    const lines = async (startLine?: number, endLine?: number) => {
      const result = await read('lines.txt', {
        ...(startLine === undefined ? {} : { startLine }),
        ...(endLine === undefined ? {} : { endLine }),
      });
      return result.error?.code ?? outputOf(result)['content'];
    };
    expect(await lines(1, 1)).toBe('one\n');
    expect(await lines(2, 3)).toBe('two\r\n셋\n');
    expect(await lines(4)).toBe('four');
    expect(await lines(4, 99)).toBe('four');
    expect(await lines(undefined, 2)).toBe('one\ntwo\r\n');
    expect(await lines(5)).toBe('E_TOOL_INVALID_ARGS');
    expect(await lines(3, 2)).toBe('E_TOOL_INVALID_ARGS');
    put('ended.txt', 'one\n');
    expect(await read('ended.txt', { startLine: 2 })).toMatchObject({
      error: { code: 'E_TOOL_INVALID_ARGS', suggestion: 'Send a startLine of at most 1.' },
    });
    put('wide.txt', Buffer.from('\ufeff하나\n둘\n셋', 'utf16le'));
    expect((await read('wide.txt', { startLine: 2, endLine: 2 })).output).toMatchObject({ content: '둘\n' });
    expect((await read('lines.txt', { startLine: 2, endLine: 3, maxBytes: 6 })).output).toMatchObject({
      content: 'two\r\n',
      truncated: true,
      nextOffset: 9,
    });
  });

  test('finds lines of a large file', async () => {
    put('many.txt', Array.from({ length: 300_000 }, (_, index) => `line ${index + 1}`).join('\n'));
    expect((await read('many.txt', { startLine: 299_999, endLine: 299_999 })).output).toMatchObject({
      content: 'line 299999\n',
      truncated: false,
    });
  });

  test('a file of terabytes costs no more than what is asked for', async () => {
    truncateSync(put('sparse.txt', 'begin'), 1024 ** 4);
    expect((await read('sparse.txt', { maxBytes: 5, encoding: 'utf-8' })).output).toMatchObject({
      size: 1024 ** 4,
      truncated: true,
      content: 'begin',
    });
  });
});

describe('encodings', () => {
  test('a byte order mark is no content', async () => {
    put('mark.txt', '\ufeff한글');
    expect((await read('mark.txt')).output).toMatchObject({ content: '한글', encoding: 'utf-8', size: 9 });
    put('wide-le.txt', Buffer.from('\ufeff한글', 'utf16le'));
    expect((await read('wide-le.txt')).output).toMatchObject({ content: '한글', encoding: 'utf-16le' });
    put('wide-be.txt', Buffer.from('\ufeff한글', 'utf16le').swap16());
    expect((await read('wide-be.txt')).output).toMatchObject({ content: '한글', encoding: 'utf-16be' });
  });

  test('Korean EUC-KR is recognised and cut between characters', async () => {
    // "안녕하세요, 세계!" and one syllable of the extended set, 똠.
    const bytes = Buffer.from('bec8b3e7c7cfbcbcbfe42c20bcbcb0e821208c63', 'hex');
    put('korean.txt', bytes);
    expect((await read('korean.txt')).output).toMatchObject({
      content: '안녕하세요, 세계! 똠',
      encoding: 'euc-kr',
    });
    for (let offset = 0; offset < bytes.length; offset += 1) {
      for (const maxBytes of [1, 2, 3, 5]) {
        const result = await read('korean.txt', { offset, maxBytes });
        expect('안녕하세요, 세계! 똠').toContain(String(outputOf(result)['content']));
      }
    }
  });

  test.each([
    ['an image', '89504e470d0a1a0a0000000d49484452'],
    ['bytes without zeros', 'fffbfaf9f8f7f6f5f4f3'],
    ['Western text without a mark', '636166e920'],
  ])('%s is told apart from text, and read as base64', async (_title, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    put('binary', bytes);
    const { error } = await read('binary');
    expect(error).toMatchObject({ code: 'E_FILE_BINARY' });
    expect(error?.suggestion).toContain('base64');
    expect((await read('binary', { encoding: 'base64', offset: 1, maxBytes: 3 })).output).toMatchObject({
      content: bytes.subarray(1, 4).toString('base64'),
      truncated: true,
      nextOffset: 4,
    });
  });

  test('an encoding that was asked for is used, and damage is told', async () => {
    put('western.txt', Buffer.from('636166e9', 'hex'));
    expect((await read('western.txt', { encoding: 'windows-1252' })).output).toMatchObject({
      content: 'café',
    });
    expect((await read('western.txt', { encoding: 'utf-8' })).output).toMatchObject({
      content: 'caf\ufffd',
      damaged: true,
    });
  });
});

describe('E_TOOL_INVALID_ARGS or a code of its own', () => {
  test.each([
    [{}, 'E_TOOL_INVALID_ARGS'],
    [{ path: 7 }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', maxBytes: 0 }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', maxBytes: 1.5 }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', offset: -1 }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', offset: 1, startLine: 1 }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', startLine: 1, encoding: 'base64' }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', encoding: 'klingon' }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plain.txt', follow: true }, 'E_TOOL_INVALID_ARGS'],
    [{ path: 'plane.txt' }, 'E_FILE_NOT_FOUND'],
    [{ path: 'folder' }, 'E_FILE_KIND'],
  ])('%j: %s', async (args, code) => {
    mkdirSync(join(workspace.workdir, 'folder'), { recursive: true });
    const { error } = await call('read', args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toBeString();
  });

  test('reading from the end of a file on gives nothing, which is no mistake', async () => {
    put('log.txt', 'entry\n');
    expect((await read('log.txt', { offset: 6 })).output).toMatchObject({ content: '', truncated: false });
    expect((await read('log.txt', { offset: 600 })).output).toMatchObject({ content: '', truncated: false });
  });
});
