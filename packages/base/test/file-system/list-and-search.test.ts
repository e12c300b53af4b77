import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { recordsIn } from '../files/output-of.ts';
import { makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';

async function workspaceWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const workspace = makeWorkspace();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(workspace.workdir, name, '..'), { recursive: true });
    writeFileSync(join(workspace.workdir, name), content);
  }
  const call = await callerOf('file-system', { workdir: workspace.workdir });
  return { ...workspace, call };
}

describe('file-system__list', () => {
  test('shows names, types and sizes, sorted, and does not follow links', async () => {
    using workspace = await workspaceWith({ '가.txt': '한글', 'sub/c/d/e.txt': 'deep' });
    symlinkSync('sub', join(workspace.workdir, 'link'));
    Bun.spawnSync(['mkfifo', join(workspace.workdir, 'pipe')]);
    const { output } = await workspace.call('list', {});
    expect(output).toMatchObject({
      path: workspace.workdir,
      truncated: false,
      entries: [
        { name: 'a.txt', type: 'file', size: 8 },
        { name: 'link', type: 'link' },
        { name: 'pipe', type: 'other' },
        { name: 'sub', type: 'folder' },
        { name: '가.txt', type: 'file', size: 6 },
      ],
    });
    const names = async (args: JsonObject) => {
      return recordsIn(await workspace.call('list', args), 'entries').map(({ name }) => String(name));
    };
    expect(await names({ path: 'sub', depth: 2 })).toEqual(['b.txt', 'c', 'c/d', 'deep']);
    expect(await names({ path: 'link/c', depth: 9 })).toEqual(['d', 'd/e.txt']);
    expect(await workspace.call('list', { limit: 2 })).toMatchObject({ output: { truncated: true } });
    expect(await workspace.call('list', { limit: 5 })).toMatchObject({ output: { truncated: false } });
    expect(await names({ limit: 2 })).toEqual(['a.txt', 'link']);
  });

  test.each([
    [{ path: 'a.txt' }, 'E_FILE_KIND'],
    [{ path: 'nope' }, 'E_FILE_NOT_FOUND'],
    [{ depth: 0 }, 'E_TOOL_INVALID_ARGS'],
    [{ limit: 0 }, 'E_TOOL_INVALID_ARGS'],
  ])('refuses %j: %s', async (args, code) => {
    using workspace = await workspaceWith({});
    const { error } = await workspace.call('list', args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toBeString();
  });
});

test('file-system__stat tells of a link or of what it leads to', async () => {
  using workspace = await workspaceWith({});
  symlinkSync('a.txt', join(workspace.workdir, 'link'));
  symlinkSync('/etc/passwd', join(workspace.workdir, 'out'));
  expect((await workspace.call('stat', { path: 'link' })).output).toMatchObject({
    type: 'file',
    size: 8,
  });
  expect((await workspace.call('stat', { path: 'link', followLink: false })).output).toMatchObject({
    type: 'link',
  });
  expect((await workspace.call('stat', { path: 'out', followLink: false })).output).toMatchObject({
    type: 'link',
  });
  expect((await workspace.call('stat', { path: 'out' })).error?.code).toBe('E_FILE_OUTSIDE');
  expect((await workspace.call('stat', { path: '.' })).output).toMatchObject({
    type: 'folder',
    path: workspace.workdir,
  });
});

describe('file-system__search', () => {
  const files = {
    'src/one.ts': 'const a = 1;\n// TODO first\n',
    'src/two.md': '# Title\r\ntodo: second TODO\r\n회의록을 정리한다\n',
    'node_modules/x/index.js': 'TODO in a dependency',
    '.git/config': 'TODO in git',
    'bin.dat': Buffer.from('TODO\0\x01'),
    'korean.txt': Buffer.from('bec8b3e7c7cfbcbcbfe4', 'hex'),
  };

  test('finds lines by plain text, with file, line and column', async () => {
    using workspace = await workspaceWith(files);
    expect((await workspace.call('search', { query: 'TODO' })).output).toEqual({
      path: workspace.workdir,
      matches: [
        { file: 'src/one.ts', line: 2, column: 4, text: '// TODO first' },
        { file: 'src/two.md', line: 2, column: 14, text: 'todo: second TODO' },
      ],
      truncated: false,
      filesSearched: 5,
      skipped: { binary: 1, large: 0, unreadable: 0 },
    });
    const found = async (args: JsonObject) => {
      const result = await workspace.call('search', args);
      return recordsIn(result, 'matches').map(({ file, line }) => `${String(file)}:${String(line)}`);
    };
    expect(await found({ query: 'todo', ignoreCase: true, include: ['*.md'] })).toEqual(['src/two.md:2']);
    expect(await found({ query: 'TODO', exclude: [] })).toHaveLength(4);
    expect(await found({ query: 'TODO', include: ['src/**'], exclude: ['*.ts'] })).toEqual(['src/two.md:2']);
    expect(await found({ query: 'TODO', path: 'src/one.ts' })).toEqual(['one.ts:2']);
    expect(await found({ query: '회의록'.normalize('NFD') })).toEqual(['src/two.md:3']);
    expect(await found({ query: '하세요' })).toEqual(['korean.txt:1']);
    expect(await found({ query: '.*' })).toEqual([]);
    expect(await found({ query: '^(const|# )', regex: true })).toEqual(['src/one.ts:1', 'src/two.md:1']);
    expect(await found({ query: 'todo$', regex: true, ignoreCase: true })).toEqual(['src/two.md:2']);
    expect(await found({ query: '\\p{Script=Hangul}+을', regex: true })).toEqual(['src/two.md:3']);
    expect(await found({ query: '\\-\\_', regex: true })).toEqual([]);
    expect(await found({ query: 'inside', limit: 1 })).toEqual(['a.txt:1']);
    expect(await workspace.call('search', { query: 'inside', limit: 1 })).toMatchObject({
      output: { truncated: true },
    });
    expect(await workspace.call('search', { query: 'inside', limit: 2 })).toMatchObject({
      output: { truncated: false },
    });
  });

  test('shows of a long line what is around the place', async () => {
    using workspace = await workspaceWith({ 'long.txt': `${'가'.repeat(5000)}needle${'😀'.repeat(5000)}` });
    const [match] = recordsIn(await workspace.call('search', { query: 'needle' }), 'matches');
    const text = String(match?.['text']);
    expect(text).toContain('needle');
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThan(310);
  });

  test('an expression that would never end is stopped, and the process goes on', async () => {
    using workspace = await workspaceWith({ 'trap.txt': '1,'.repeat(400) });
    let isOver = false;
    const search = workspace
      .call('search', { query: '(.*?,){200}P', regex: true })
      .finally(() => (isOver = true));
    expect(await workspace.call('read', { path: 'a.txt' })).toMatchObject({ status: 'ok' });
    expect(isOver).toBe(false);
    const { error } = await search;
    expect(error?.code).toBe('E_FILE_PATTERN');
    expect(error?.suggestion).toContain('(a+)+');
  });

  test.each([
    [{ query: '(', regex: true }, 'E_FILE_PATTERN'],
    [{ query: '(?i)x', regex: true }, 'E_FILE_PATTERN'],
    [{ query: 'x', include: ['{a,b}'.repeat(20)] }, 'E_FILE_PATTERN'],
    [{ query: '' }, 'E_TOOL_INVALID_ARGS'],
    [{ query: 'a\nb' }, 'E_TOOL_INVALID_ARGS'],
    [{ query: 'x', path: 'nope' }, 'E_FILE_NOT_FOUND'],
    [{ query: 'x', path: 'pipe' }, 'E_FILE_KIND'],
  ])('refuses %j: %s', async (args, code) => {
    using workspace = await workspaceWith({});
    Bun.spawnSync(['mkfifo', join(workspace.workdir, 'pipe')]);
    const { error } = await workspace.call('search', args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toBeString();
  });
});
