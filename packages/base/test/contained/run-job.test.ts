import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core';
import { runJob } from '../../contained/run-job.ts';
import { job, type ProbeInput } from './probe-job.ts';

const limits = {
  cpuSeconds: 2,
  memoryMegabytes: 1024,
  onExceeded: (what: string) => new Error(`too much ${what}`),
};

function run(
  act: ProbeInput['act'],
  more: { signal?: AbortSignal; bytes?: Uint8Array; pidFile?: string } = {},
) {
  const { signal = new AbortController().signal, bytes, pidFile } = more;
  return runJob(job, {
    input: { act, ...(pidFile === undefined ? {} : { pidFile }) },
    ...(bytes === undefined ? {} : { bytes }),
    signal,
    limits,
  });
}

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-job-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  const read = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  await until(() => read() > 0);
  return read();
}

describe('a job in a process of its own', () => {
  test('gets its input and bytes, no environment of ours, and a folder that is not the workdir', async () => {
    const { told } = await run('tell', { bytes: new Uint8Array([0, 10, 255]) });
    expect(JSON.parse(told)).toEqual([
      join(import.meta.dir, '../../contained'),
      [
        'BUN_ENABLE_CRASH_REPORTING',
        'BUN_JSC_jitMemoryReservationSize',
        'BUN_JSC_usePollingTraps',
        'DO_NOT_TRACK',
        'PWD',
      ],
      [0, 10, 255],
    ]);
  });

  test('what it throws is thrown here, with its code and suggestion', async () => {
    const thrown: unknown = await run('fail').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GoondanError);
    expect(thrown).toMatchObject({
      code: 'E_DOCUMENT_DAMAGED',
      message: 'It is broken.',
      suggestion: 'Mend it.',
    });
    expect(run('break')).rejects.toThrow('a mistake of ours');
  });

  test('what libraries print is no part of its answer', async () => {
    expect(await run('noise')).toEqual({ told: 'quiet' });
  });

  test.each([
    ['spin', 'too much time'],
    ['match', 'too much time'],
    ['objects', 'too much'],
    ['buffers', 'too much memory'],
    ['exit', 'too much memory'],
    ['flood', 'too much answer'],
  ] as const)(
    'one that does %s is ended: %s',
    async (act, message) => {
      expect(run(act)).rejects.toThrow(message);
    },
    60_000,
  );

  test('one whose caller gave up is dead, also in the middle of a regular expression', async () => {
    await inFolder(async (folder) => {
      const controller = new AbortController();
      const pidFile = join(folder, 'pid');
      const running = run('match', { signal: controller.signal, pidFile });
      const pid = await pidIn(pidFile);
      controller.abort(new Error('not wanted'));
      expect(running).rejects.toThrow('not wanted');
      await running.catch(() => undefined);
      await until(() => !isAlive(pid));
    });
  });

  test('one whose caller was killed ends by itself at its limit', async () => {
    await inFolder(async (folder) => {
      const pidFile = join(folder, 'pid');
      const script = join(import.meta.dir, 'probe-run.ts');
      const parent = Bun.spawn([process.execPath, '--no-install', script, pidFile]);
      const pid = await pidIn(pidFile);
      parent.kill('SIGKILL');
      await parent.exited;
      await until(() => !isAlive(pid));
    });
  }, 60_000);
});
