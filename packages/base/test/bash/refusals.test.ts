import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { callBash, newWorkdir } from './bash-calls.ts';

const workdir = newWorkdir();
mkdirSync(join(workdir, 'folder'));
writeFileSync(join(workdir, 'file'), '');
symlinkSync('/etc', join(workdir, 'leads-out'));
symlinkSync('/etc/passwd', join(workdir, 'leads-out.sh'));
symlinkSync('loop', join(workdir, 'loop'));

async function failure(name: 'exec' | 'script', args: JsonObject) {
  const permissions = { sandbox: 'off' as const, env: { allow: ['ALLOWED'] } };
  const { status, error } = await callBash(name, args, { permissions, workdir });
  expect(status).toBe('error');
  return { code: '', message: '', suggestion: '', ...error };
}

const mistakes: readonly ['exec' | 'script', JsonObject, message: string, suggestion: string][] = [
  ['exec', {}, '/command', 'ls -la'],
  ['exec', { command: 5 }, '/command must be string, got number 5', 'ls -la'],
  ['exec', { command: '' }, '/command', 'ls -la'],
  ['exec', { command: 'ls', shell: 'zsh' }, 'shell', 'ls -la'],
  ['exec', { command: 'ls', timeoutMs: 0 }, '/timeoutMs must be >= 1', 'ls -la'],
  ['exec', { command: 'ls', timeoutMs: 600_001 }, '/timeoutMs must be <= 590000', 'ls -la'],
  ['exec', { command: 'ls', timeoutMs: 1.5 }, '/timeoutMs', 'ls -la'],
  ['exec', { command: 'x'.repeat(10_000_000) }, '/command', 'ls -la'],
  [
    'exec',
    { command: '가'.repeat(50_000) },
    '/command has 150000 bytes; at most 120000',
    'file-system__write',
  ],
  ['exec', { command: 'echo \0' }, '/command holds a NUL character', 'Leave it out'],
  ['exec', { command: 'echo \ud83d' }, '/command holds half of a character', 'whole characters'],
  ['exec', { command: 'ls', cwd: '..' }, '/cwd: ".." is outside the workdir', 'in the workdir'],
  ['exec', { command: 'ls', cwd: '/' }, '/cwd: "/" is outside the workdir', 'in the workdir'],
  ['exec', { command: 'ls', cwd: 'leads-out' }, '/cwd: "leads-out" is outside the workdir', 'in the workdir'],
  ['exec', { command: 'ls', cwd: 'leads-out/ssl' }, 'is outside the workdir', 'in the workdir'],
  ['exec', { command: 'ls', cwd: 'folder/../../' }, 'is outside the workdir', 'in the workdir'],
  [
    'exec',
    { command: 'ls', cwd: 'nowhere' },
    '/cwd: "nowhere" cannot be opened (ENOENT)',
    'file-system__list',
  ],
  ['exec', { command: 'ls', cwd: 'loop' }, '/cwd: "loop" cannot be opened (ELOOP)', 'file-system__list'],
  ['exec', { command: 'ls', cwd: 'file' }, '/cwd: "file" is not a folder', 'folder'],
  ['exec', { command: 'ls', cwd: 'a\0b' }, '/cwd holds a NUL', 'Leave it out'],
  [
    'exec',
    { command: 'ls', env: { SECRET: '1' } },
    'policy does not allow the variable SECRET',
    '(now ALLOWED)',
  ],
  ['exec', { command: 'ls', env: { ALLOWED: 1 } }, '/env/ALLOWED must be string', 'ls -la'],
  ['exec', { command: 'ls', env: { 'A B': '1' } }, '/env', 'ls -la'],
  ['exec', { command: 'ls', env: { 'x;touch y': '1' } }, '/env', 'ls -la'],
  ['exec', { command: 'ls', env: { ALLOWED: 'a\0' } }, '/env/ALLOWED holds a NUL', 'Leave it out'],
  ['script', {}, 'Neither /script nor /path', '{"script":"echo hi"}'],
  ['script', { script: 'a', path: 'b' }, 'Both /script and /path', '{"script":"echo hi"}'],
  ['script', { script: 'a', interpreter: 'zsh' }, '/interpreter', 'python3'],
  ['script', { path: 'nowhere.sh' }, '/path: "nowhere.sh" cannot be opened (ENOENT)', 'file-system__list'],
  ['script', { path: 'folder' }, '/path: "folder" is not a file', 'script file'],
  ['script', { path: 'leads-out.sh' }, 'is outside the workdir', 'in the workdir'],
  ['script', { path: '/etc/profile' }, 'is outside the workdir', 'in the workdir'],
  ['script', { script: 'cat', stdin: '\0' }, '/stdin holds a NUL', 'Leave it out'],
  ['script', { script: 'cat', args: ['\0'] }, '/args/0 holds a NUL', 'Leave it out'],
];

test.each(mistakes.map((one) => [`${one[0]} ${JSON.stringify(one[1]).slice(0, 60)}`, one] as const))(
  'ERR-4: %s is E_TOOL_INVALID_ARGS and says what to send',
  async (_title, [name, args, message, suggestion]) => {
    const error = await failure(name, args);
    expect(error.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error.message).toContain(message);
    expect(error.suggestion).toContain(suggestion);
    expect(error.message.length).toBeLessThan(1001);
  },
);

test('a workdir that is gone is told', async () => {
  const { error } = await callBash('exec', { command: 'ls' }, { workdir: '/nowhere/at/all' });
  expect(error).toMatchObject({ code: 'E_TOOL', message: 'The workdir /nowhere/at/all does not exist.' });
});
