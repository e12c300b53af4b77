import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { canary, makeWorkspace, type Workspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';

/** Name, path, code that reading it gives (none: it may be read), and what is set up before. */
type Case = readonly [
  name: string,
  path: string | ((workspace: Workspace) => string),
  code: string | undefined,
  arrange?: (workspace: Workspace) => void,
];

const [outside, absent, kind, invalid] = [
  'E_FILE_OUTSIDE',
  'E_FILE_NOT_FOUND',
  'E_FILE_KIND',
  'E_TOOL_INVALID_ARGS',
];
const link =
  (name: string, target: string | ((workspace: Workspace) => string)) =>
  (workspace: Workspace): void =>
    symlinkSync(typeof target === 'string' ? target : target(workspace), join(workspace.workdir, name));
const chain = (length: number, end: string) => (workspace: Workspace) => {
  for (let index = 0; index < length; index += 1)
    link(`c${index}`, index + 1 === length ? end : `c${index + 1}`)(workspace);
};

const byName: readonly Case[] = [
  ['two dots', '../outside/secret.txt', outside],
  ['dots to the root and down again', `${'../'.repeat(40)}etc/passwd`, outside],
  ['a dot before two dots', './../outside/secret.txt', outside],
  ['two dots after a folder', 'sub/../../outside/secret.txt', outside],
  ['dots between dots', 'sub/./.././../outside/./secret.txt', outside],
  ['two dots after a folder that does not exist', 'nope/../../outside/secret.txt', outside],
  ['two dots after a file', 'a.txt/../../outside/secret.txt', outside],
  ['out and in and out', '../workspace/../outside/secret.txt', outside],
  ['the folder above', '..', outside],
  ['the folder above, with a slash', '../', outside],
  ['the root', '/', outside],
  ['an absolute path beside the workspace', ({ outside: folder }) => join(folder, 'secret.txt'), outside],
  ['an absolute path that does not exist', ({ outside: folder }) => join(folder, 'nothing'), outside],
  ['an absolute path through the workspace', ({ workdir }) => `${workdir}/../outside/secret.txt`, outside],
  ['a folder whose name begins like the workspace', ({ workdir }) => `${workdir}-evil/secret.txt`, outside],
  ['the same, relative', '../workspace-evil/secret.txt', outside],
  ['a file of the system', '/etc/passwd', outside],
  ['doubled slashes', '//etc///passwd', outside],
  ['dots in an absolute path', '/./etc/./../etc/passwd', outside],
  ['something below a file of the system', '/etc/passwd/x', outside],
  ['the home folder', '~', outside],
  ['a file of the home folder', '~/.profile', outside],
  ['the home folder and up', '~/../../etc/passwd', outside],
  ['a space after the name', '../outside/secret.txt ', outside],
];

const byLink: readonly Case[] = [
  ['a relative link to a file', 'l', outside, link('l', '../outside/secret.txt')],
  [
    'an absolute link to a file',
    'l',
    outside,
    link('l', ({ outside: folder }) => join(folder, 'secret.txt')),
  ],
  ['a link to a folder', 'l/secret.txt', outside, link('l', '../outside')],
  ['a link to a folder, itself', 'l', outside, link('l', '../outside')],
  ['a link to a folder, with a slash', 'l/', outside, link('l', '../outside')],
  ['a link to a folder, with a dot', 'l/.', outside, link('l', '../outside')],
  ['a link in a folder', 'sub/l', outside, link('sub/l', '../../outside/secret.txt')],
  ['a link to the folder above', 'l/outside/secret.txt', outside, link('l', '..')],
  ['a link to the root', 'l/etc/passwd', outside, link('l', '/')],
  ['a link with doubled slashes', 'l', outside, link('l', '..//outside//secret.txt')],
  [
    'a link through the workspace',
    'l',
    outside,
    link('l', ({ workdir }) => `${workdir}/../outside/secret.txt`),
  ],
  ['a chain of 2 links', 'c0', outside, chain(2, '../outside/secret.txt')],
  ['a chain of 30 links', 'c0', outside, chain(30, '../outside/secret.txt')],
  [
    'a link to a folder by a link to a folder',
    'm/secret.txt',
    outside,
    (workspace) => {
      link('l', '../outside')(workspace);
      link('m', 'l')(workspace);
    },
  ],
  [
    'a link inside that goes up behind another link',
    'm',
    outside,
    (workspace) => {
      link('l', 'sub/deep')(workspace);
      link('m', 'l/../../../outside/secret.txt')(workspace);
    },
  ],
  ['a link to nothing outside', 'l', outside, link('l', '../outside/new.txt')],
  ['a link to a folder outside that does not exist', 'l/new.txt', outside, link('l', '../outside/new')],
  ['a link to the folder of a name-alike', 'l/secret.txt', outside, link('l', '../workspace-evil')],
  ['a link to itself', 'l', absent, link('l', 'l')],
  [
    'two links to one another',
    'l',
    absent,
    (workspace) => {
      link('l', 'm')(workspace);
      link('m', 'l')(workspace);
    },
  ],
  ['a link to itself in the middle', 'l/a.txt', absent, link('l', 'l/sub')],
  ['a chain of 60 links', 'c0', absent, chain(60, 'a.txt')],
  ['a link to nothing inside', 'l', absent, link('l', 'new.txt')],
];

const byKernel: readonly Case[] = [
  ['the root of a process', ({ outside: folder }) => `/proc/self/root${folder}/secret.txt`, outside],
  ['the root of the first process', '/proc/1/root/etc/passwd', outside],
  ['the current folder of a process', '/proc/self/cwd/../../../../../../../../etc/passwd', outside],
  ['an open file of a process', '/proc/self/fd/0', outside],
  ['an open file by another name', '/dev/fd/0', outside],
  ['the standard input', '/dev/stdin', outside],
  ['the environment of a process', '/proc/self/environ', outside],
  ['the memory of a process', '/proc/self/mem', outside],
  ['a device', '/dev/zero', outside],
  ['a file of the kernel', '/sys/kernel/notes', outside],
  ['a link to the root of a process', 'l/etc/passwd', outside, link('l', '/proc/self/root')],
  ['a link to the open files of a process', 'l/0', outside, link('l', '/proc/self/fd')],
  ['a link to a device', 'l', outside, link('l', '/dev/zero')],
  ['a pipe', 'p', kind, ({ workdir }) => void Bun.spawnSync(['mkfifo', join(workdir, 'p')])],
];

const byText: readonly Case[] = [
  ['a NUL', 'a.txt\0', invalid],
  ['a NUL before dots', 'a.txt\0/../../outside/secret.txt', invalid],
  ['half a character', '\ud800.txt', invalid],
  ['nothing', '', invalid],
  ['a path of 5,000 characters', 'a/'.repeat(2500), invalid],
  ['a path of 4,200 bytes in 1,400 characters', '가'.repeat(1400), invalid],
  ['a name of 300 characters', 'n'.repeat(300), absent],
  ['a path of 1,500 folders', 'f/'.repeat(1500) + 'x', absent],
  ['a file with a slash', 'a.txt/', kind],
  ['a file with a slash and a dot', 'a.txt/.', kind],
  ['the workspace', '.', kind],
  ['full-width dots', '．．/outside/secret.txt', absent],
  ['a full-width slash', '..／outside／secret.txt', absent],
  ['a division slash', '..∕outside∕secret.txt', absent],
  ['one character of two dots', '‥/outside/secret.txt', absent],
  ['dots with an invisible space', '..\u200b/outside/secret.txt', absent],
  ['backslashes', '..\\outside\\secret.txt', absent],
  ['percent signs', '%2e%2e/outside/secret.txt', absent],
  ['a percent slash', '..%2foutside%2fsecret.txt', absent],
  ['a percent NUL', 'a.txt%00', absent],
  ['four dots', '....//outside/secret.txt', absent],
  ['three dots', '.../outside/secret.txt', absent],
  ['a space before dots', ' ../outside/secret.txt', absent],
  ['a line break before dots', '\n../outside/secret.txt', absent],
  ['a URL', 'file:///etc/passwd', absent],
  ['a variable', '$HOME/.profile', absent],
  ['a command', '$(cat /etc/passwd)', absent],
  ['a home folder of another', '~root/.profile', absent],
  ['a wildcard', '*.txt', absent],
  ['a drive', 'C:/Windows/win.ini', absent],
];

const allowed: readonly Case[] = [
  ['a plain name', 'a.txt', undefined],
  ['a dot before it', './a.txt', undefined],
  ['doubled slashes inside', 'sub//b.txt', undefined],
  ['out of a folder but not of the workspace', 'sub/../a.txt', undefined],
  ['out and in again', '../workspace/a.txt', undefined],
  ['an absolute path inside', ({ workdir }) => join(workdir, 'a.txt'), undefined],
  ['a name of dots and more', '..a', undefined, ({ workdir }) => writeFileSync(join(workdir, '..a'), 'dots')],
  ['a relative link inside', 'l', undefined, link('l', 'sub/b.txt')],
  ['an absolute link inside', 'l', undefined, link('l', ({ workdir }) => join(workdir, 'sub', 'b.txt'))],
  ['a link to a folder inside', 'l/b.txt', undefined, link('l', 'sub')],
  ['a link that goes out and in', 'l', undefined, link('l', '../workspace/a.txt')],
  ['a chain of 30 links inside', 'c0', undefined, chain(30, 'a.txt')],
  [
    'Hangul in parts for Hangul whole',
    '가나.txt',
    undefined,
    ({ workdir }) => writeFileSync(join(workdir, '가나.txt'.normalize('NFD')), 'hangul'),
  ],
  [
    'a name that is the home sign',
    './~',
    undefined,
    ({ workdir }) => writeFileSync(join(workdir, '~'), 'tilde'),
  ],
];

const operations: readonly (readonly [string, JsonObject])[] = [
  ['read', {}],
  ['read', { encoding: 'base64' }],
  ['stat', {}],
  ['stat', { followLink: false }],
  ['list', { depth: 5 }],
  ['search', { query: 'CANARY' }],
  ['edit', { oldText: canary, newText: 'changed' }],
  ['write', { content: 'written' }],
  ['mkdir', {}],
  ['remove', { recursive: true }],
];

for (const [title, cases] of Object.entries({ byName, byLink, byKernel, byText, allowed })) {
  describe(`POL-5: every operation stays inside, ${title}`, () => {
    test.each(cases.map((one) => [one[0], one] as const))('%s', async (_name, [, given, code, arrange]) => {
      using workspace = makeWorkspace();
      arrange?.(workspace);
      const path = typeof given === 'string' ? given : given(workspace);
      const before = workspace.outsideNow();
      const call = await callerOf('file-system', { workdir: workspace.workdir });
      for (const [name, args] of operations) {
        const result = await call(name, { path, ...args });
        expect(JSON.stringify(result), name).not.toContain(canary);
        expect(JSON.stringify(result), name).not.toContain(
          Buffer.from(canary).toString('base64').slice(0, 40),
        );
        expect(workspace.outsideNow(), name).toEqual(before);
        if (name === 'read') expect(result.error?.code).toBe(code);
        if (code === outside && name !== 'remove' && name !== 'stat')
          expect(result.error?.code, name).toBe(outside);
        if (result.error !== undefined) expect(result.error.suggestion, name).toBeString();
      }
    });
  });
}

test('at least 60 hostile paths are tried', () => {
  expect(byName.length + byLink.length + byKernel.length + byText.length).toBeGreaterThanOrEqual(60);
});

describe('POL-5: what is removed', () => {
  test('is a link itself and never what it points to, also inside a folder', async () => {
    using workspace = makeWorkspace();
    link('sub/l', '../../outside')(workspace);
    link('sub/f', '../../outside/secret.txt')(workspace);
    const before = workspace.outsideNow();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    expect(await call('remove', { path: 'sub', recursive: true })).toMatchObject({ output: { removed: 5 } });
    expect(workspace.outsideNow()).toEqual(before);
  });

  test.each([
    ['.', 'the workspace'],
    ['sub/..', 'the workspace by two dots'],
    ['../workspace', 'the workspace by its name'],
  ])('is never %s: %s', async (path) => {
    using workspace = makeWorkspace();
    const call = await callerOf('file-system', { workdir: workspace.workdir });
    expect(await call('remove', { path, recursive: true })).toMatchObject({
      error: { code: 'E_FILE_PROTECTED' },
    });
    expect(readFileSync(join(workspace.workdir, 'a.txt'), 'utf8')).toBe('inside a');
  });

  test('is never a folder that holds the workspace, even where policy allows it', async () => {
    using workspace = makeWorkspace();
    const policy = { permissions: { files: { allow: [`${workspace.root}/**`] } } };
    const call = await callerOf('file-system', { workdir: workspace.workdir, policy });
    for (const path of ['..', workspace.root, '../../../']) {
      const { error } = await call('remove', { path, recursive: true });
      expect(error?.code).toBeOneOf(['E_FILE_PROTECTED', 'E_FILE_OUTSIDE']);
    }
    expect(readFileSync(join(workspace.workdir, 'a.txt'), 'utf8')).toBe('inside a');
  });
});

test('POL-5: a hard link is a file of the workspace; a write leaves the other name as it was', async () => {
  using workspace = makeWorkspace();
  linkSync(join(workspace.outside, 'public', 'open.txt'), join(workspace.workdir, 'hard.txt'));
  const before = workspace.outsideNow();
  const call = await callerOf('file-system', { workdir: workspace.workdir });
  expect(await call('read', { path: 'hard.txt' })).toMatchObject({ output: { content: 'open to all' } });
  expect(await call('write', { path: 'hard.txt', content: 'mine' })).toMatchObject({ status: 'ok' });
  expect(await call('edit', { path: 'hard.txt', oldText: 'mine', newText: 'ours' })).toMatchObject({
    status: 'ok',
  });
  expect(workspace.outsideNow()).toEqual(before);
  expect(readFileSync(join(workspace.workdir, 'hard.txt'), 'utf8')).toBe('ours');
});

test('what Goondan keeps in the workspace is read, and not changed', async () => {
  using workspace = makeWorkspace();
  mkdirSync(join(workspace.workdir, '.goondan', 'outputs'), { recursive: true });
  writeFileSync(join(workspace.workdir, '.goondan', 'outputs', 'big.txt'), 'large output');
  symlinkSync('.goondan', join(workspace.workdir, 'alias'));
  const call = await callerOf('file-system', { workdir: workspace.workdir });
  expect(await call('read', { path: '.goondan/outputs/big.txt' })).toMatchObject({
    output: { content: 'large output' },
  });
  for (const folder of ['.goondan', '.Goondan', 'alias']) {
    const path = `${folder}/outputs/big.txt`;
    const changes = [
      await call('write', { path, content: 'x' }),
      await call('edit', { path, oldText: 'large', newText: 'x' }),
      await call('remove', { path }),
      await call('mkdir', { path: `${folder}/new` }),
    ];
    for (const { error } of changes) expect(error?.code, folder).toBe('E_FILE_PROTECTED');
  }
  expect(await call('remove', { path: '.goondan', recursive: true })).toMatchObject({
    error: { code: 'E_FILE_PROTECTED' },
  });
  expect(await call('search', { query: 'large output' })).toMatchObject({ output: { matches: [] } });
});
