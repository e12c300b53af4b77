import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';

describe('file-system__write', () => {
  test('makes a file with the folders above it, and replaces one', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    const path = join(workspace.workdir, 'new', 'deep', '메모.md');
    expect((await call('write', { path: 'new/deep/메모.md', content: '한글\n' })).output).toEqual({
      path,
      size: 7,
      written: true,
      created: true,
    });
    expect(readFileSync(path, 'utf8')).toBe('한글\n');
    expect((await call('write', { path, content: '' })).output).toMatchObject({ size: 0, created: false });
    expect(await call('write', { path: 'no/x', content: '', createParents: false })).toMatchObject({
      error: { code: 'E_FILE_NOT_FOUND' },
    });
  });

  test('keeps the mode, writes through a link inside, and leaves nothing else behind', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    const path = join(workspace.workdir, 'sub', 'b.txt');
    chmodSync(path, 0o751);
    symlinkSync('sub/b.txt', join(workspace.workdir, 'link'));
    const { ino } = statSync(path);
    expect(await call('write', { path: 'link', content: 'by link' })).toMatchObject({ status: 'ok' });
    expect(readFileSync(path, 'utf8')).toBe('by link');
    expect(statSync(path).mode & 0o7777).toBe(0o751);
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(join(workspace.workdir, 'sub')).toSorted()).toEqual(['b.txt', 'deep']);
  });

  test('a new file has the mode that any program would give it', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    await call('write', { path: 'new.txt', content: '' });
    expect(statSync(join(workspace.workdir, 'new.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test('nobody sees half of a file: a reader finds the old content or the new one', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    const path = join(workspace.workdir, 'big.txt');
    const contents = ['a', 'b'].map((letter) => letter.repeat(300_000));
    await call('write', { path, content: contents[0] ?? '' });
    const watch = `let seen = 0; for (;;) { const text = require('fs').readFileSync(process.argv[1], 'utf8');
      if (text.length !== 300000 || new Set(text).size !== 1) { console.log('torn'); process.exit(1); }
      if ((seen += 1) === 20) console.log('watching'); }`;
    const reader = Bun.spawn([process.execPath, '--no-install', '-e', watch, path], { stdout: 'pipe' });
    const output = reader.stdout.getReader();
    expect(Buffer.from((await output.read()).value ?? []).toString()).toContain('watching');
    for (let index = 0; index < 100; index += 1)
      await call('write', { path, content: contents[index % 2] ?? '' });
    reader.kill('SIGKILL');
    await reader.exited;
    expect(reader.exitCode).toBeNull();
  });

  test('writes bytes from base64, and text in other encodings', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    const hexOf = (name: string) => readFileSync(join(workspace.workdir, name)).toString('hex');
    await call('write', { path: 'bytes', content: 'AP+A', encoding: 'base64' });
    expect(hexOf('bytes')).toBe('00ff80');
    await call('write', { path: 'korean', content: '안녕 똠', encoding: 'euc-kr' });
    expect(hexOf('korean')).toBe('bec8b3e7208c63');
    await call('write', { path: 'wide', content: '가', encoding: 'utf-16le' });
    expect(hexOf('wide')).toBe('00ac');
    for (const [content, encoding] of [
      ['***', 'base64'],
      ['AAAAA', 'base64'],
      ['😀', 'euc-kr'],
      ['가', 'windows-1252'],
      ['\ud800', 'utf-8'],
    ] as const) {
      const { error } = await call('write', { path: 'refused', content, encoding });
      expect(error?.code, content).toBe('E_FILE_ENCODING');
    }
    expect(readdirSync(workspace.workdir)).not.toContain('refused');
  });

  test('refuses what no file can take the place of', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    Bun.spawnSync(['mkfifo', join(workspace.workdir, 'pipe')]);
    const codeOf = async (path: string) => (await call('write', { path, content: 'x' })).error?.code;
    expect(await codeOf('sub')).toBe('E_FILE_KIND');
    expect(await codeOf('new/')).toBe('E_FILE_KIND');
    expect(await codeOf('pipe')).toBe('E_FILE_KIND');
    expect(await codeOf('a.txt/x')).toBe('E_FILE_EXISTS');
    expect(await codeOf('.')).toBe('E_FILE_KIND');
    expect(await codeOf('n'.repeat(256))).toBe('E_FILE_NOT_FOUND');
    expect(readdirSync(workspace.workdir).toSorted()).toEqual(['a.txt', 'pipe', 'sub']);
  });
});

describe('file-system__mkdir', () => {
  test('makes a folder and those above it; one that is there is no mistake', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    expect((await call('mkdir', { path: 'x/y/z/' })).output).toEqual({
      path: join(workspace.workdir, 'x/y/z'),
      created: true,
    });
    expect((await call('mkdir', { path: 'x/y/z' })).output).toMatchObject({ created: false });
    expect((await call('mkdir', { path: '.' })).output).toMatchObject({ created: false });
    expect(await call('mkdir', { path: 'p/q', parents: false })).toMatchObject({
      error: { code: 'E_FILE_NOT_FOUND' },
    });
    expect(await call('mkdir', { path: 'a.txt' })).toMatchObject({ error: { code: 'E_FILE_EXISTS' } });
    expect(await call('mkdir', { path: 'a.txt/b' })).toMatchObject({ error: { code: 'E_FILE_KIND' } });
  });
});

describe('file-system__remove', () => {
  test('removes files, links and empty folders, and a whole folder only when asked', async () => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    symlinkSync('a.txt', join(workspace.workdir, 'link'));
    expect((await call('remove', { path: 'link' })).output).toEqual({
      path: join(workspace.workdir, 'link'),
      removed: 1,
    });
    expect(readFileSync(join(workspace.workdir, 'a.txt'), 'utf8')).toBe('inside a');
    const { error } = await call('remove', { path: 'sub' });
    expect(error).toMatchObject({ code: 'E_FILE_EXISTS' });
    expect(error?.suggestion).toContain('recursive: true');
    expect((await call('remove', { path: 'sub/deep' })).output).toMatchObject({ removed: 1 });
    expect((await call('remove', { path: 'sub', recursive: true })).output).toMatchObject({ removed: 2 });
    expect(await call('remove', { path: 'sub' })).toMatchObject({ error: { code: 'E_FILE_NOT_FOUND' } });
    expect(readdirSync(workspace.workdir)).toEqual(['a.txt']);
  });

  test('lets others have their turn while it removes many files', async () => {
    using workspace = makeWorkspace();
    for (let index = 0; index < 1000; index += 1)
      writeFileSync(join(workspace.workdir, 'sub', `${index}`), '');
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    let [turns, isOver] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const removal = call('remove', { path: 'sub', recursive: true }).finally(() => (isOver = true));
    setImmediate(count);
    expect((await removal).output).toMatchObject({ removed: 1003 });
    expect(turns).toBeGreaterThan(3);
  });

  test('outside the workspace removes nothing of a folder in which something is not allowed', async () => {
    using workspace = makeWorkspace();
    mkdirSync(join(workspace.outside, 'box'));
    for (const name of ['a.txt', 'z.key']) await Bun.write(join(workspace.outside, 'box', name), 'kept');
    const before = workspace.outsideNow();
    const policy = { permissions: { files: { allow: ['../outside/box', '../outside/box/*.txt'] } } };
    const call = await callerOf('file-system', { workdir: workspace.workdir, policy });
    expect(await call('remove', { path: '../outside/box', recursive: true })).toMatchObject({
      error: { code: 'E_FILE_OUTSIDE' },
    });
    expect(workspace.outsideNow()).toEqual(before);
    expect((await call('list', { path: '../outside/box' })).output).toMatchObject({
      entries: [{ name: 'a.txt' }],
    });
  });
});
