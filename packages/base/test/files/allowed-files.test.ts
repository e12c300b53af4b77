import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import type { Permissions } from '@goondan/core';
import { allowedFiles } from '../../files/allowed-files.ts';
import { readAllowedFile } from '../../files/read-allowed-file.ts';
import { canary, makeWorkspace, type Workspace } from './workspace.ts';

const none: Permissions = { files: [], network: [], env: [], sandbox: 'auto' };

const contextOf = ({ workdir }: Pick<Workspace, 'workdir'>, ...files: readonly (readonly string[])[]) => ({
  workdir,
  permissions: { ...none, files },
});

async function read(
  workspace: Workspace,
  path: string,
  ...files: readonly (readonly string[])[]
): Promise<string> {
  try {
    const { bytes } = await readAllowedFile(contextOf(workspace, ...files), path, { maxBytes: 1000 });
    return Buffer.from(bytes).toString();
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
  }
}

describe('POL-5: outside the workdir a file is allowed', () => {
  test('where a glob fits it, absolute or relative to the workdir, and nothing beside it', async () => {
    using workspace = makeWorkspace();
    const { outside } = workspace;
    for (const glob of [
      `${outside}/public/**`,
      '../outside/public/**',
      './../outside/public/**',
      `${outside}/{public,x}/**`,
    ]) {
      expect(await read(workspace, '../outside/public/open.txt', [glob])).toBe('open to all');
      expect(await read(workspace, `${outside}/public/inner/open.md`, [glob])).toBe('open too');
      expect(await read(workspace, `${outside}/secret.txt`, [glob])).toBe('E_FILE_OUTSIDE');
      expect(await read(workspace, `${outside}/public/../secret.txt`, [glob])).toBe('E_FILE_OUTSIDE');
    }
  });

  test('where every list has a glob for it', async () => {
    using workspace = makeWorkspace();
    const [all, some] = [['../outside/**'], ['../outside/public/*']];
    expect(await read(workspace, '../outside/public/open.txt', all, some)).toBe('open to all');
    expect(await read(workspace, '../outside/public/inner/open.md', all, some)).toBe('E_FILE_OUTSIDE');
    expect(await read(workspace, '../outside/secret.txt', all, some)).toBe('E_FILE_OUTSIDE');
    expect(await read(workspace, '../outside/public/open.txt', all, [])).toBe('E_FILE_OUTSIDE');
    expect(await read(workspace, '../outside/public/open.txt', [])).toBe('E_FILE_OUTSIDE');
  });

  test.each([
    ['a star does not go into folders', '../outside/*'],
    ['an exclamation mark does not turn a glob around', '!/nowhere/**'],
    ['an exclamation mark after the root neither', '/!nowhere/**'],
    ['dots after a wildcard lead nowhere', '../workspace/*/../../outside/**'],
    ['a class of characters does not match a slash', '../outside[!x]secret.txt'],
    ['a name that begins the same is another', '../outside/public/open.tx'],
    ['an empty glob', ''],
    ['a glob of a deeper folder', '../outside/public/inner/**'],
  ])('and not otherwise: %s', async (_title, glob) => {
    using workspace = makeWorkspace();
    expect(await read(workspace, '../outside/public/open.txt', [glob])).toBe('E_FILE_OUTSIDE');
    if (!glob.endsWith('outside/*'))
      expect(await read(workspace, '../outside/secret.txt', [glob])).toBe('E_FILE_OUTSIDE');
  });

  test('by where it really lies: a link to it may be used, a link from it to elsewhere not', async () => {
    using workspace = makeWorkspace();
    symlinkSync('../outside/public/open.txt', join(workspace.workdir, 'to-open'));
    symlinkSync('../secret.txt', join(workspace.outside, 'public', 'to-secret'));
    expect(await read(workspace, 'to-open', ['../outside/public/**'])).toBe('open to all');
    expect(await read(workspace, 'to-open')).toBe('E_FILE_OUTSIDE');
    expect(await read(workspace, '../outside/public/to-secret', ['../outside/public/**'])).toBe(
      'E_FILE_OUTSIDE',
    );
  });

  test('in the home folder, where a glob says ~', () => {
    const allowed = allowedFiles(contextOf({ workdir: '/nowhere' }, ['~/documents/*']));
    expect(allowed.isAllowed(join(homedir(), 'documents', 'x'))).toBe(true);
    expect(allowed.isAllowed(join(homedir(), 'x'))).toBe(false);
    expect(allowed.isAllowed('/nowhere/~/documents/x')).toBe(true);
  });
});

describe('POL-5: a glob through a link', () => {
  test('allows what the link leads to, where the link lies out of reach of the tools', async () => {
    using workspace = makeWorkspace();
    symlinkSync('outside', join(workspace.root, 'alias'));
    expect(await read(workspace, '../alias/public/open.txt', [`${workspace.root}/alias/public/**`])).toBe(
      'open to all',
    );
    expect(await read(workspace, '../alias/secret.txt', [`${workspace.root}/alias/public/**`])).toBe(
      'E_FILE_OUTSIDE',
    );
  });

  test('allows nothing where a tool could have made the link: in the workdir, or where a glob allows', async () => {
    using workspace = makeWorkspace();
    symlinkSync('../outside', join(workspace.workdir, 'shared'));
    expect(await read(workspace, 'shared/secret.txt', ['shared/**'])).toBe('E_FILE_OUTSIDE');
    mkdirSync(join(workspace.root, 'data'));
    symlinkSync('../outside', join(workspace.root, 'data', 'x'));
    const globs = [`${workspace.root}/data/**`, `${workspace.root}/data/x/**`];
    expect(await read(workspace, '../data/x/secret.txt', globs)).toBe('E_FILE_OUTSIDE');
    symlinkSync('data', join(workspace.root, 'data-alias'));
    const aliased = [`${workspace.root}/data-alias/**`, `${workspace.root}/data/x/y/**`];
    mkdirSync(join(workspace.outside, 'y'));
    writeFileSync(join(workspace.outside, 'y', 'secret.txt'), canary);
    expect(await read(workspace, '../data/x/y/secret.txt', aliased)).toBe('E_FILE_OUTSIDE');
  });
});

describe('readAllowedFile', () => {
  test('gives path, bytes and size, and says when there is more', async () => {
    using workspace = makeWorkspace();
    const context = contextOf(workspace);
    const path = join(workspace.workdir, 'a.txt');
    expect(await readAllowedFile(context, 'a.txt', { maxBytes: 8 })).toEqual({
      path,
      bytes: new Uint8Array(readFileSync(path)),
      size: 8,
      truncated: false,
    });
    expect(await readAllowedFile(context, 'a.txt', { maxBytes: 6 })).toMatchObject({
      size: 8,
      truncated: true,
    });
    expect((await readAllowedFile(context, 'a.txt', { maxBytes: 0 })).bytes).toHaveLength(0);
  });

  test('reads files that state no size', async () => {
    if (process.platform !== 'linux') return;
    const file = await readAllowedFile(
      contextOf({ workdir: '/tmp' }, ['/proc/self/*']),
      '/proc/self/status',
      { maxBytes: 100_000 },
    );
    expect(Buffer.from(file.bytes).toString()).toContain('Pid:');
    expect(file.size).toBe(file.bytes.length);
  });

  test('waits for nothing: a pipe, a device and a socket are refused, even where they are allowed', async () => {
    using workspace = makeWorkspace();
    Bun.spawnSync(['mkfifo', join(workspace.workdir, 'pipe')]);
    using server = Bun.listen({ unix: join(workspace.workdir, 'socket'), socket: { data: () => {} } });
    expect(server.unix).toBeString();
    for (const path of ['pipe', 'socket', '/dev/zero', '/dev/tty'])
      expect(await read(workspace, path, ['/dev/*'])).toBe('E_FILE_KIND');
  });

  test('names the file that was likely meant, but none of a folder that is not allowed', async () => {
    using workspace = makeWorkspace();
    const missing = (path: string, ...files: string[][]) =>
      readAllowedFile(contextOf(workspace, ...files), path, { maxBytes: 1 }).catch(
        (thrown: unknown) => thrown,
      );
    expect(await missing('sub/c.txt')).toMatchObject({
      code: 'E_FILE_NOT_FOUND',
      suggestion: `Did you mean ${join(workspace.workdir, 'sub', 'b.txt')}?`,
    });
    expect(JSON.stringify(await missing('../outside/secret.tx', ['../outside/secret.tx']))).not.toContain(
      'secret.txt',
    );
  });
});
