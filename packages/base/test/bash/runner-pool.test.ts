import { describe, expect, test } from 'bun:test';
import { RunnerPool } from '../../process/runner-pool.ts';
import { startBare } from '../../process/start-bare.ts';
import { launchText } from '../../process/launch.ts';
import { hasSandbox, modes, newWorkdir, shellIn } from './bash-calls.ts';
import { isAlive } from '../../process/process-tree.ts';

const part = { head: 4096, tail: 4096 };
const env = { PATH: '/usr/bin:/bin' };

test('one runner is kept for a key, further ones end, and an idle one ends after a while', async () => {
  const pool = new RunnerPool(50);
  const pids = new Set<number>();
  const use = (key: string) =>
    pool.use(
      key,
      () => startBare(env),
      async ({ runner }) => {
        pids.add(runner.pid);
        await runner.run(launchText({ program: ['true'], cwd: '/', env: {} }), {
          stdout: part,
          stderr: part,
        });
        return runner.pid;
      },
    );
  const first = await use('a');
  expect(await use('a')).toBe(first);
  expect(await use('b')).not.toBe(first);
  const both = await Promise.all([use('a'), use('a')]);
  expect(new Set(both).size).toBe(2);
  for (const pid of pids) while (isAlive(pid)) await Bun.sleep(5);
});

describe.each(modes)('permissions.sandbox %s', (sandbox) => {
  test('a second command of an instance runs where the first did; another instance elsewhere', async () => {
    const permissions = { sandbox };
    const workdir = newWorkdir();
    const command = sandbox === 'off' ? 'echo $PPID' : 'readlink /proc/self/ns/mnt';
    const [one, other] = ['one', 'other'].map((instanceKey) =>
      shellIn({ permissions, workdir, instanceKey }),
    );
    const first = await one?.(command);
    expect((await one?.(command))?.['stdout']).toBe(first?.['stdout']);
    expect((await other?.(command))?.['stdout']).not.toBe(first?.['stdout']);
  });

  test('a warm runner does not keep our process alive', async () => {
    const entry = new URL('call-child.ts', import.meta.url).pathname;
    const child = Bun.spawn([process.execPath, '--no-install', entry, sandbox, 'echo done'], {
      env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
      stdout: 'pipe',
    });
    expect(await new Response(child.stdout).text()).toContain('done');
    expect(await child.exited).toBe(0);
  });
});

test('the modes tested are those this machine has', () => expect(modes.length).toBe(hasSandbox ? 2 : 1));
