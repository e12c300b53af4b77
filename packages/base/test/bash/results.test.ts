import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { callBash, hasSandbox, modes, newWorkdir, ran, shellIn, textOf } from './bash-calls.ts';

describe.each(modes)('bash__exec, permissions.sandbox %s', (sandbox) => {
  const setting = { permissions: { sandbox }, workdir: newWorkdir() };
  const shell = shellIn(setting);

  test('answers what S0 prints, stdout and exitCode, and more', async () => {
    const { durationMs, ...rest } = await shell('echo out; echo err >&2; exit 3');
    expect(durationMs).toBeNumber();
    expect(rest).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      timedOut: false,
      truncated: false,
      stdoutBytes: 4,
      stderrBytes: 4,
      sandboxed: sandbox === 'required',
    });
  });

  test('an output of no length is an empty text', async () => {
    expect(await shell('true')).toMatchObject({ stdout: '', stderr: '', stdoutBytes: 0, exitCode: 0 });
  });

  test('Korean and emoji come through in commands and output', async () => {
    const { stdout } = await shell(`mkdir -p 폴더 && cd 폴더 && echo '한글 🦀' > 파일.txt && cat *.txt`);
    expect(stdout).toBe('한글 🦀\n');
    expect(await shell('printf 오류🔥 >&2')).toMatchObject({ stderr: '오류🔥', stderrBytes: 10 });
  });

  test('every character a shell knows comes through quoting', async () => {
    const text = `'"\\\`$!*?[]{}()<>|&;#~ \t\r\n%s %d -n`;
    expect(await shell(`cat <<'EOF'\n${text}\nEOF`)).toMatchObject({ stdout: `${text}\n` });
  });

  test('what is not UTF-8 is told, not guessed', async () => {
    const { stdout, note, stdoutBytes } = await shell(String.raw`printf '\377\000\376'`);
    expect(stdout).toBe('\uFFFD\0\uFFFD');
    expect(stdoutBytes).toBe(3);
    expect(note).toContain('not UTF-8');
  });

  test('of a long output head and tail are kept, no character is split, and the bytes are counted', async () => {
    const result = await shell('for ((i = 0; i < 30000; i++)); do printf 가; done');
    expect(result).toMatchObject({ truncated: true, stdoutBytes: 90_000 });
    const [, head = '', missing, tail = ''] =
      /^(가+)\n\[… (\d+) bytes left out …\]\n(가+)$/.exec(textOf(result, 'stdout')) ?? [];
    expect(Number(missing)).toBe(90_000 - (head.length + tail.length) * 3);
    expect(result['note']).toContain('> out.txt');
  });

  test('BIG-1: an output that is long in JSON does not hide the exit code', async () => {
    const result = await shell('head -c 1000000 /dev/zero; head -c 1000000 /dev/urandom >&2; exit 7');
    expect(result).toMatchObject({ exitCode: 7, stdoutBytes: 1_000_000, stderrBytes: 1_000_000 });
  });

  test('a signal is shown as a shell shows it', async () => {
    expect(await shell('kill -TERM $$')).toMatchObject({ exitCode: 143, signal: 'SIGTERM' });
    expect(await shell('kill -9 $$')).toMatchObject({ exitCode: 137, signal: 'SIGKILL' });
    expect(await shell("trap 'kill 0' EXIT; echo done")).toMatchObject({ stdout: 'done\n', exitCode: 143 });
  });

  test('stdin is empty, stdout and stderr are pipes that can be opened, and nothing else of ours is open', async () => {
    const { stdout, stderr } = await shell(
      'cat; echo a >/dev/stdout; echo b >/dev/stderr; echo /proc/self/fd/*',
    );
    expect({ stdout, stderr }).toEqual({
      stdout: 'a\n/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3\n',
      stderr: 'b\n',
    });
  });

  test('a broken pipe ends what writes into it', async () => {
    expect(await shell('yes | head -1; echo "${PIPESTATUS[0]}"')).toMatchObject({
      stdout: 'y\n141\n',
      stderr: '',
    });
  });

  test('a command that ends the shell around it is over, and the next one runs', async () => {
    expect(await shell('echo before; kill -9 $PPID; sleep 100')).toMatchObject({
      stdout: 'before\n',
      exitCode: 137,
    });
    expect(await shell('echo after')).toMatchObject({ stdout: 'after\n', exitCode: 0 });
  });

  test('what is left in the background does not hold the answer up', async () => {
    expect(await shell('sleep 1000 & echo done')).toMatchObject({ stdout: 'done\n', timedOut: false });
  });

  test('a command that takes too long tells what it printed so far', async () => {
    const result = await shell('echo first; sleep 1000', { timeoutMs: 300 });
    expect(result).toMatchObject({ stdout: 'first\n', timedOut: true, exitCode: 137, signal: 'SIGKILL' });
    expect(result['note']).toContain('longer than 300 ms');
    expect(result['note']).toContain('larger timeoutMs (at most 590000)');
    expect(await shell('echo next')).toMatchObject({ stdout: 'next\n' });
  });

  test('CTX-2: works in the workdir, which is HOME, or in cwd below it', async () => {
    mkdirSync(join(setting.workdir, '하위 폴더'), { recursive: true });
    expect(await shell('pwd; echo $HOME')).toMatchObject({
      stdout: `${setting.workdir}\n${setting.workdir}\n`,
    });
    expect(await shell('pwd', { cwd: '하위 폴더' })).toMatchObject({
      stdout: `${setting.workdir}/하위 폴더\n`,
    });
    expect(await shell('pwd', { cwd: join(setting.workdir, '하위 폴더') })).toMatchObject({ exitCode: 0 });
  });

  test('several at once in one instance do not touch one another, also when one of them is stopped', async () => {
    const results = await Promise.all([
      shell('echo long; sleep 1000', { timeoutMs: 400 }),
      ...[1, 2, 3].map((one) => shell(`sleep 0.6; echo ${one}`)),
    ]);
    expect(results.map(({ stdout, timedOut }) => [stdout, timedOut])).toEqual([
      ['long\n', true],
      ['1\n', false],
      ['2\n', false],
      ['3\n', false],
    ]);
  });

  test('TIME-1: a call whose limit by policy is over is stopped by the executor', async () => {
    const controller = new AbortController();
    controller.abort(new Error('too late'));
    const { error } = await callBash(
      'exec',
      { command: 'echo no' },
      { ...setting, signal: controller.signal },
    );
    expect(error?.code).toBe('E_TOOL_CANCELLED');
  });
});

describe.each(modes)('bash__script, permissions.sandbox %s', (sandbox) => {
  const setting = { permissions: { sandbox }, workdir: newWorkdir() };
  const run = (args: Parameters<typeof callBash>[1]) => ran(callBash('script', args, setting));

  test('runs a text by bash, with arguments and stdin', async () => {
    const script = 'echo "$0 $# $2"; while read -r line; do echo "[$line]"; done';
    expect(await run({ script, args: ['a b', '$(c)'], stdin: '표준\n입력\n' })).toMatchObject({
      stdout: 'bash 2 $(c)\n[표준]\n[입력]\n',
    });
  });

  test('stdin comes as it is, without a line end of ours, however long', async () => {
    const stdin = '한'.repeat(100_000);
    expect(await run({ script: 'wc -c', stdin })).toMatchObject({ stdout: '300000\n' });
    expect(await run({ script: 'wc -c', stdin: '' })).toMatchObject({ stdout: '0\n' });
  });

  test('runs a text by another interpreter', async () => {
    const script = 'import sys\nprint(6 * 7, sys.argv[1:])';
    expect(await run({ script, interpreter: 'python3', args: ['-x'] })).toMatchObject({
      stdout: "42 ['-x']\n",
    });
    const text = 'console.log(6 * 7, process.argv.slice(1))';
    expect(await run({ script: text, interpreter: 'node', args: ['-x'] })).toMatchObject({
      stdout: "42 [ '-x' ]\n",
    });
  });

  test('an interpreter that is not installed is an exit code and a message', async () => {
    const env = { PATH: '/nowhere' };
    const permissions = { sandbox, env: { allow: ['PATH'] } };
    const result = await ran(
      callBash('script', { script: '1', interpreter: 'ruby', env }, { ...setting, permissions }),
    );
    expect(result).toMatchObject({ exitCode: 127, stdout: '' });
    expect(result['stderr']).toContain('ruby');
  });

  test('S0: runs a file of the workdir by its first line, its ending, or sh', async () => {
    writeFileSync(join(setting.workdir, 'first'), '#!/usr/bin/env python3\nprint("py", __file__)\n');
    writeFileSync(join(setting.workdir, 'second.js'), 'console.log("js", process.argv[2])\n');
    writeFileSync(join(setting.workdir, 'third'), 'echo sh $1\n');
    chmodSync(join(setting.workdir, 'third'), 0o600);
    expect(await run({ path: 'first' })).toMatchObject({ stdout: `py ${setting.workdir}/first\n` });
    expect(await run({ path: './second.js', args: ['x'] })).toMatchObject({ stdout: 'js x\n' });
    expect(await run({ path: 'third', args: ['y'] })).toMatchObject({ stdout: 'sh y\n' });
  });
});

test(`sandbox tests: ${hasSandbox ? 'none left out' : 'LEFT OUT, all of them, because bubblewrap does not work here'}`, () => {
  if (!hasSandbox)
    console.warn(
      'bubblewrap does not work here: everything about the sandbox was left out (sandbox, limits, secrets).',
    );
  expect(modes).toContain('off');
});
