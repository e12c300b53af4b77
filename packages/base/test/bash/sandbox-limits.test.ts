import { describe, expect, test } from 'bun:test';
import { launchText } from '../../process/launch.ts';
import { privateFolder } from '../../process/private-folder.ts';
import { findBubblewrap } from '../../process/sandbox/bubblewrap.ts';
import { openControlGroup } from '../../process/sandbox/control-group.ts';
import { startSandbox } from '../../process/sandbox/start-sandbox.ts';
import { newWorkdir } from './bash-calls.ts';

const found = await findBubblewrap();
const limits = { memoryBytes: 256 * 1024 * 1024, tasks: 64 };
const part = { head: 4096, tail: 4096 };
const group = openControlGroup(limits);
group?.remove();

/** With groups of the kernel where we may make them, and without. */
const ways = group === undefined ? ['by looking'] : ['by a control group', 'by looking'];

if (found.isUsable) {
  const bubblewrap = found;
  describe.each(ways)('limits of a sandbox, kept %s', (way) => {
    async function run(...program: string[]) {
      const workdir = newWorkdir();
      const { runner, ...started } = startSandbox({
        bubblewrap,
        workdir,
        roots: [],
        protectedFolders: [],
        hasNetwork: false,
        temporary: privateFolder(),
        env: { PATH: '/usr/bin:/bin' },
        limits,
        ...(way === 'by looking' ? { openGroup: () => undefined } : {}),
      });
      const watched = started.watch();
      try {
        const end = await runner.run(launchText({ program, cwd: workdir, env: {} }), {
          stdout: part,
          stderr: part,
        });
        return { ...end, exceeded: watched.end() };
      } finally {
        watched.end();
        runner.stop();
      }
    }

    test('a memory bomb is ended', async () => {
      const { exitCode, exceeded } = await run(
        'python3',
        '-c',
        'kept = []\nwhile True: kept.append(bytearray(10_000_000))',
      );
      expect(exceeded).toBe('memory');
      expect([undefined, 137]).toContain(exitCode);
    });

    test('many processes that take little each are ended as well', async () => {
      const script =
        'for i in {1..12}; do python3 -c "kept = bytearray(40_000_000); import time; time.sleep(1000)" & done; wait -n';
      expect((await run('bash', '-c', script)).exceeded).toBe('memory');
    });

    test('a fork bomb cannot have more processes than allowed', async () => {
      const script = `
import os, time
made = 0
try:
    for each in range(1000):
        if os.fork() == 0:
            time.sleep(1000)
        made += 1
except OSError:
    pass
time.sleep(0.5)
print(made)`;
      const { exceeded, stdout } = await run('python3', '-c', script);
      // As another user than root the kernel counts without a group, and forks fail before we see too many.
      if (exceeded === undefined) expect(Number(stdout.text)).toBeLessThan(limits.tasks);
      else expect(exceeded).toBe('tasks');
    });

    test('what keeps to the limits is left alone', async () => {
      const { exitCode, exceeded } = await run('python3', '-c', 'kept = bytearray(50_000_000)');
      expect({ exitCode, exceeded }).toEqual({ exitCode: 0, exceeded: undefined });
    });
  });
}
