import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'bun:test';
import { makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';

const workspace = makeWorkspace();
afterAll(() => workspace[Symbol.dispose]());
const call = await callerOf('file-system', { workdir: workspace.workdir });
const path = join(workspace.workdir, 'file.txt');

async function edit(content: string | Uint8Array, oldText: string, newText: string, replaceAll = false) {
  writeFileSync(path, content);
  const { output, error } = await call('edit', { path: 'file.txt', oldText, newText, replaceAll });
  return { output, error, bytes: readFileSync(path), text: readFileSync(path, 'utf8') };
}

describe('file-system__edit', () => {
  test('replaces text that is there once, and says where', async () => {
    const { output, text } = await edit('one\ntwo\nthree\n', 'two', '2');
    expect(output).toEqual({ path, size: 12, replacements: 1, line: 2 });
    expect(text).toBe('one\n2\nthree\n');
  });

  test('takes both texts as they are: $&, \\n and regular expressions mean nothing', async () => {
    expect((await edit('a.c abc', 'a.c', '$& $1 \\n')).text).toBe('$& $1 \\n abc');
    expect((await edit('line\n', 'line\n', '')).text).toBe('');
  });

  test('does not guess which of several is meant, and names their lines', async () => {
    const { error, text } = await edit('x\ny\nx\nx\n', 'x', 'z');
    expect(error).toMatchObject({
      code: 'E_FILE_EDIT',
      message: `oldText is 3 times in ${path}: at lines 1, 3, 4.`,
    });
    expect(error?.suggestion).toContain('replaceAll');
    expect(text).toBe('x\ny\nx\nx\n');
    expect((await edit('aaa', 'aa', 'b')).error?.code).toBe('E_FILE_EDIT');
    expect(await edit('x\ny\nx\n', 'x', 'xx', true)).toMatchObject({
      output: { replacements: 2, line: 1 },
      text: 'xx\ny\nxx\n',
    });
  });

  test('says when only spaces differ, and where', async () => {
    const { error } = await edit('begin\n\tif (x)  {\n\t}\n', 'if (x) {\n}', 'y');
    expect(error?.suggestion).toContain('Lines 2 to 3 differ from oldText in spaces only');
    expect((await edit('a', 'b', 'c')).error).toMatchObject({
      code: 'E_FILE_EDIT',
      message: `oldText is not in ${path}.`,
    });
  });

  test('keeps line ends, the byte order mark, the encoding and the mode', async () => {
    expect((await edit('one\r\ntwo\r\nthree\r\n', 'one\ntwo', '1\n2')).text).toBe('1\r\n2\r\nthree\r\n');
    expect((await edit('\ufeffa b', 'b', 'c')).text).toBe('\ufeffa c');
    const wide = Buffer.from('\ufeff가 나', 'utf16le');
    expect((await edit(wide, '나', '다')).bytes.toString('utf16le')).toBe('\ufeff가 다');
    expect((await edit(wide.swap16(), '나', '다')).bytes.swap16().toString('utf16le')).toBe('\ufeff가 다');
    const korean = Buffer.from('bec8b3e7c7cfbcbcbfe4', 'hex');
    expect((await edit(korean, '하세요', '')).bytes.toString('hex')).toBe('bec8b3e7');
    expect((await edit(korean, '하', '😀')).error?.code).toBe('E_FILE_ENCODING');
    chmodSync(path, 0o640);
    await edit('a', 'a', 'b');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['a binary file', Buffer.from([0, 1, 2, 97]), 'a', 'E_FILE_BINARY'],
    ['a file that is too large', Buffer.alloc(10_000_001, 'a'), 'a', 'E_FILE_TOO_LARGE'],
    ['a change that changes nothing', 'b', 'b', 'E_TOOL_INVALID_ARGS'],
    ['an empty text to replace', 'b', '', 'E_TOOL_INVALID_ARGS'],
  ])('refuses %s and leaves the file', async (_title, content, oldText, code) => {
    const before = Buffer.from(content);
    const { error, bytes } = await edit(content, oldText, 'b');
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toBeString();
    expect(Buffer.compare(bytes, before)).toBe(0);
  });
});
