import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { outputOf, recordsIn } from '../files/output-of.ts';
import { makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';
import { noteCaller, type NoteCaller } from './note-caller.ts';

async function keysOf(call: NoteCaller, name: string, args: Parameters<NoteCaller>[1]): Promise<string[]> {
  return recordsIn(await call(name, args), 'notes').map(({ key }) => String(key));
}

describe('memory', () => {
  test('keeps a note under its key, and the same put twice is the same as once', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    const note = { key: 'user/언어', text: '한국어로 답한다', tags: ['user', 'user', '설정'] };
    expect((await call('put', note)).output).toEqual({ key: 'user/언어', created: true, count: 1 });
    const first = (await call('get', { key: 'user/언어' })).output;
    expect(first).toMatchObject({ key: 'user/언어', text: '한국어로 답한다', tags: ['user', '설정'] });
    expect((await call('put', note)).output).toEqual({ key: 'user/언어', created: false, count: 1 });
    expect((await call('get', { key: 'user/언어' })).output).toEqual(first);
    expect((await call('put', { key: 'user/언어', text: 'English' })).output).toMatchObject({
      created: false,
      count: 1,
    });
    expect((await call('get', { key: ' user/언어 '.normalize('NFD') })).output).toMatchObject({
      text: 'English',
      tags: [],
    });
    expect((await call('remove', { key: 'user/언어' })).output).toEqual({ key: 'user/언어', removed: true });
    expect(await call('get', { key: 'user/언어' })).toMatchObject({ error: { code: 'E_MEMORY_NOT_FOUND' } });
  });

  test('finds Korean and English by parts of words, those with more of them first', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    await call('put', { key: 'meeting', text: '월요일 회의에서 예산을 결정했다', tags: ['일정'] });
    await call('put', { key: 'budget', text: '예산은 3억원이다' });
    await call('put', { key: '회의록', text: 'Minutes of the Kick-off' });
    await call('put', { key: 'food', text: '김치찌개를 좋아한다'.normalize('NFD') });
    const found = (query: string) => keysOf(call, 'search', { query });
    expect(await found('회의 예산')).toEqual(['meeting', '회의록', 'budget']);
    expect((await found('예산')).toSorted()).toEqual(['budget', 'meeting']);
    expect(await found('김치찌개')).toEqual(['food']);
    expect(await found('회의록에는')).toContain('회의록');
    expect(await found('KICK-OFF')).toEqual(['회의록']);
    expect(await found('일정')).toEqual(['meeting']);
    expect(await found('없는말')).toEqual([]);
    expect(await found('.*')).toEqual([]);
    expect(await keysOf(call, 'search', { query: '예산', tag: '일정' })).toEqual(['meeting']);
    expect(await call('search', { query: '예산', limit: 1 })).toMatchObject({
      output: { total: 2, notes: [{}] },
    });
  });

  test('lists the newest first, by tag, with the beginning of the text', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    expect((await call('list', {})).output).toEqual({ notes: [], total: 0 });
    for (const key of ['b', 'a', 'c'])
      await call('put', { key, text: '😀'.repeat(100), tags: key === 'c' ? ['x'] : [] });
    expect((await keysOf(call, 'list', {})).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await keysOf(call, 'list', { tag: 'x' })).toEqual(['c']);
    expect((await call('list', { limit: 1 })).output).toMatchObject({
      total: 3,
      notes: [{ preview: `${'😀'.repeat(50)}…` }],
    });
  });

  test('is kept apart for each instance and agent, also in one workdir', async () => {
    using workspace = makeWorkspace();
    const [one, two, other] = [
      noteCaller(workspace.workdir, 'one'),
      noteCaller(workspace.workdir, 'two'),
      noteCaller(workspace.workdir, 'one', 'other'),
    ];
    await one('put', { key: 'k', text: 'mine' });
    expect((await two('list', {})).output).toMatchObject({ total: 0 });
    expect(await other('get', { key: 'k' })).toMatchObject({ error: { code: 'E_MEMORY_NOT_FOUND' } });
    expect((await one('get', { key: 'k' })).output).toMatchObject({ text: 'mine' });
  });

  test('takes any key, and no key leads anywhere else', async () => {
    using workspace = makeWorkspace();
    const before = workspace.outsideNow();
    const call = noteCaller(workspace.workdir);
    const keys = [
      '../../outside/secret.txt',
      '/etc/passwd',
      'a/b',
      '..',
      'con',
      '\u0000',
      '__proto__',
      '🗝️',
      'x'.repeat(200),
    ];
    for (const key of keys) expect(await call('put', { key, text: key })).toMatchObject({ status: 'ok' });
    for (const key of keys) expect((await call('get', { key })).output).toMatchObject({ text: key });
    expect(workspace.outsideNow()).toEqual(before);
  });

  test('does not follow a link that was put in its place', async () => {
    using workspace = makeWorkspace();
    symlinkSync('../outside', join(workspace.workdir, '.goondan'));
    const before = workspace.outsideNow();
    const call = noteCaller(workspace.workdir);
    expect(await call('put', { key: 'k', text: 'x' })).toMatchObject({ error: { code: 'E_FILE_OUTSIDE' } });
    expect(workspace.outsideNow()).toEqual(before);
  });

  test('is not disturbed by the file tools, and passes over files that are no notes', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    await call('put', { key: 'k', text: 'kept' });
    const files = await callerOf('file-system', { workdir: workspace.workdir });
    const memory = join(workspace.workdir, '.goondan', 'memory');
    const folder = join(memory, readdirSync(memory)[0] ?? '');
    const [name = ''] = readdirSync(folder);
    expect(await files('remove', { path: join(folder, name) })).toMatchObject({
      error: { code: 'E_FILE_PROTECTED' },
    });
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({ key: 'k', text: 'kept' });
    writeFileSync(join(folder, 'half.json'), '{"key":');
    writeFileSync(join(folder, `${'0'.repeat(64)}.json`), readFileSync(join(folder, name)));
    mkdirSync(join(folder, 'folder.json'));
    symlinkSync('/etc/passwd', join(folder, 'link.json'));
    expect((await call('list', {})).output).toMatchObject({ total: 1 });
  });

  test('has an end: 1,000 notes, and 10 MB', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    const text = '가'.repeat(20_000);
    let [stored, code]: [number, string | undefined] = [0, undefined];
    while (code === undefined && stored < 1000) {
      code = (await call('put', { key: `n${stored}`, text })).error?.code;
      if (code === undefined) stored += 1;
    }
    expect(code).toBe('E_MEMORY_FULL');
    expect(stored).toBeGreaterThan(100);
    expect((await call('list', { limit: 1 })).output).toMatchObject({ total: stored });
    expect(await call('put', { key: 'n0', text: 'shorter' })).toMatchObject({ status: 'ok' });
    expect(await call('put', { key: 'one more', text: 'short' })).toMatchObject({ status: 'ok' });
  });

  test('what was acknowledged is there after kill -9, whole', async () => {
    using workspace = makeWorkspace();
    for (let round = 0; round < 5; round += 1) {
      const child = Bun.spawn(
        [process.execPath, '--no-install', join(import.meta.dir, 'put-child.ts'), workspace.workdir],
        {
          stdout: 'pipe',
          env: { BUN_JSC_usePollingTraps: '1' },
        },
      );
      const acknowledged: number[] = [];
      let rest = '';
      for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        acknowledged.push(...lines.map(Number));
        if (acknowledged.length > 60 + round * 7) child.kill('SIGKILL');
      }
      await child.exited;
      const last = acknowledged.at(-1) ?? -1;
      const call = noteCaller(workspace.workdir);
      for (let number = Math.max(0, last - 39); number <= last; number += 1) {
        const text = String(outputOf(await call('get', { key: `note-${number % 40}` }))['text']);
        expect(text).toHaveLength(5000);
        // The one after the last acknowledged may have been stored too.
        expect([number, number + 40]).toContain(Number(text.split(':')[0]));
      }
    }
  });

  test.each([
    ['put', {}, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: '', text: 'x' }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: '   ', text: 'x' }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k'.repeat(201), text: 'x' }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k', text: '' }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k', text: 'x'.repeat(20_001) }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k', text: '\ud800' }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k', text: 'x', tags: ['t'.repeat(51)] }, 'E_TOOL_INVALID_ARGS'],
    ['put', { key: 'k', text: 'x', ttl: 1 }, 'E_TOOL_INVALID_ARGS'],
    ['get', {}, 'E_TOOL_INVALID_ARGS'],
    ['get', { key: 'nope' }, 'E_MEMORY_NOT_FOUND'],
    ['remove', { key: 'nope' }, 'E_MEMORY_NOT_FOUND'],
    ['search', { query: ' ' }, 'E_TOOL_INVALID_ARGS'],
    ['list', { limit: 0 }, 'E_TOOL_INVALID_ARGS'],
  ])('%s refuses %j: %s', async (name, args, code) => {
    using workspace = makeWorkspace();
    const { error } = await noteCaller(workspace.workdir)(name, args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toBeString();
  });

  test('names the key that was likely meant', async () => {
    using workspace = makeWorkspace();
    const call = noteCaller(workspace.workdir);
    await call('put', { key: 'project/deadline', text: 'Friday' });
    expect(await call('get', { key: 'project/dedline' })).toMatchObject({
      error: { suggestion: 'Did you mean "project/deadline"?' },
    });
  });
});
