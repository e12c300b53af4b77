import { fileURLToPath } from 'node:url';
import { expect, test } from 'bun:test';
import { isRecord } from '@goondan/core';
import { modes } from './bash-calls.ts';

const gigabyte = 1_000_000_000;

test.each(modes)(
  'permissions.sandbox %s: 1 GB of stdout is counted and makes our process grow by at most 64 MB',
  async (sandbox) => {
    const entry = fileURLToPath(new URL('call-child.ts', import.meta.url));
    // The first call is there to have everything loaded.
    const commands = ['head -c 100000 /dev/zero', `head -c ${gigabyte} /dev/zero`];
    const child = Bun.spawn([process.execPath, '--no-install', entry, sandbox, ...commands], {
      env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
      stdout: 'pipe',
    });
    const lines = (await new Response(child.stdout).text()).trim().split('\n');
    const [small, large] = lines.map((line) => {
      const result: unknown = JSON.parse(line);
      if (!isRecord(result) || !isRecord(result['output'])) throw new Error(line);
      return { rss: Number(result['rss']), ...result['output'] };
    });
    expect(large).toMatchObject({ stdoutBytes: gigabyte, truncated: true, exitCode: 0 });
    expect(((large?.rss ?? Infinity) - (small?.rss ?? 0)) / 1024 / 1024).toBeLessThan(64);
  },
  // A gigabyte through a pipe of a busy machine.
  300_000,
);
