import { expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { startSwapping } from '../files/swapping.ts';
import { canary, makeWorkspace } from '../files/workspace.ts';
import { callerOf } from '../module-caller.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const iterations = byTier({ full: 10_000, short: 1_000 });
/** Many calls on a machine that may be busy. */
const patience = 300_000;

/** Runs calls in turn while another process swaps folders and files with links; tells how often each answer was given. */
async function race(
  calls: readonly (readonly [string, JsonObject])[],
  times: number,
): Promise<Map<string, number>> {
  using workspace = makeWorkspace();
  const before = workspace.outsideNow();
  const call = await callerOf('file-system', { workdir: workspace.workdir });
  const swapping = await startSwapping(workspace);
  const answers = new Map<string, number>();
  let leaks = 0;
  for (let index = 0; index < times; index += 1) {
    const [name, args] = calls[index % calls.length] ?? ['read', {}];
    const result = await call(name, args);
    if (JSON.stringify(result).includes(canary)) leaks += 1;
    const answer = `${name} ${result.error?.code ?? 'ok'}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  const swaps = await swapping.stop();
  expect(leaks).toBe(0);
  expect(workspace.outsideNow()).toEqual(before);
  expect(swaps).toBeGreaterThan(0);
  return answers;
}

test(
  'POL-5: thousands of reads, lists and searches of what is swapped with links read nothing outside',
  async () => {
    const answers = await race(
      [
        ['read', { path: 'node/secret.txt' }],
        ['read', { path: 'leaf.txt' }],
        ['read', { path: 'node/secret.txt', encoding: 'base64' }],
        ['list', { path: 'node' }],
        ['search', { query: 'CANARY', path: 'node' }],
        ['search', { query: 'CANARY' }],
        ['stat', { path: 'node/secret.txt' }],
      ],
      iterations,
    );
    // Both sides of the swap were met, or nothing was shown.
    expect([...answers.keys()]).toContainValues(['read ok', 'read E_FILE_OUTSIDE']);
  },
  patience,
);

test(
  'POL-5: thousands of writes, edits and removals of what is swapped with links change nothing outside',
  async () => {
    const answers = await race(
      [
        ['write', { path: 'node/secret.txt', content: 'inside' }],
        ['edit', { path: 'node/secret.txt', oldText: 'inside', newText: 'changed' }],
        ['write', { path: 'leaf.txt', content: 'inside' }],
        ['edit', { path: 'leaf.txt', oldText: 'inside', newText: 'changed' }],
        ['mkdir', { path: 'node/made/deep' }],
        ['write', { path: 'node/made/new.txt', content: 'new' }],
        ['remove', { path: 'node/made', recursive: true }],
        ['remove', { path: 'node/secret.txt' }],
      ],
      iterations,
    );
    for (const name of ['write', 'edit', 'remove']) {
      expect([...answers.keys()]).toContainValues([`${name} ok`, `${name} E_FILE_OUTSIDE`]);
    }
  },
  patience,
);
