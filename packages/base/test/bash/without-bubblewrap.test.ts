import { mkdirSync, readdirSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'bun:test';
import { isRecord } from '@goondan/core';
import { newWorkdir } from './bash-calls.ts';

const entry = fileURLToPath(new URL('call-child.ts', import.meta.url));

/** A PATH on which there is everything but bubblewrap. */
function pathWithout(replacement?: string): string {
  const folder = join(newWorkdir(), 'bin');
  mkdirSync(folder);
  for (const place of ['/usr/bin', '/bin']) {
    for (const name of readdirSync(place)) {
      if (name === 'bwrap') continue;
      try {
        symlinkSync(join(place, name), join(folder, name));
      } catch {
        // The first place on a PATH wins.
      }
    }
  }
  if (replacement !== undefined) {
    writeFileSync(join(folder, 'bwrap'), replacement);
    chmodSync(join(folder, 'bwrap'), 0o755);
  }
  return folder;
}

interface Answer {
  readonly output: unknown;
  readonly error: Readonly<Record<string, unknown>>;
  readonly warnings: unknown;
}

async function callWith(path: string, sandbox: string, ...commands: string[]): Promise<Answer[]> {
  const child = Bun.spawn([process.execPath, '--no-install', entry, sandbox, ...commands], {
    env: { PATH: path, BUN_JSC_usePollingTraps: '1' },
    stdout: 'pipe',
  });
  const text = await new Response(child.stdout).text();
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const answer: unknown = JSON.parse(line);
      if (!isRecord(answer)) throw new Error(line);
      const { output, error, warnings } = answer;
      return { output, error: isRecord(error) ? error : {}, warnings };
    });
}

test('POL-5: `required` without bubblewrap refuses with a fix, and runs nothing', async () => {
  const [answer] = await callWith(pathWithout(), 'required', 'echo ran');
  expect(answer?.output).toBeUndefined();
  expect(answer?.error['code']).toBe('E_TOOL_SANDBOX');
  expect(answer?.error['message']).toContain('bubblewrap (bwrap) is not installed');
  expect(answer?.error['suggestion']).toContain('apt install bubblewrap');
});

test('POL-5: `required` refuses as well where bubblewrap is there and cannot do its work', async () => {
  const broken = pathWithout('#!/bin/sh\necho "No permissions to create new namespace" >&2\nexit 1\n');
  const [answer] = await callWith(broken, 'required', 'echo ran');
  expect(answer?.output).toBeUndefined();
  expect(answer?.error['code']).toBe('E_TOOL_SANDBOX');
  expect(answer?.error['message']).toContain('No permissions to create new namespace');
});

test('POL-5: `auto` without bubblewrap runs, and says once that there is no sandbox', async () => {
  const [first, second] = await callWith(pathWithout(), 'auto', 'echo one', 'echo two');
  expect(first?.output).toMatchObject({ stdout: 'one\n', sandboxed: false });
  expect(second?.output).toMatchObject({ stdout: 'two\n', sandboxed: false });
  expect(second?.warnings).toBeArrayOfSize(1);
  expect(JSON.stringify(second?.warnings)).toContain('bubblewrap (bwrap) is not installed');
});

test('POL-5: `off` runs without a sandbox and without a word', async () => {
  const [answer] = await callWith(pathWithout(), 'off', 'echo one');
  expect(answer?.output).toMatchObject({ stdout: 'one\n' });
  expect(answer?.warnings).toEqual([]);
});
