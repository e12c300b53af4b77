import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { TurnOutcome } from '../../src/engine/turn-outcome.ts';
import { openEngine } from '../engine/open-engine.ts';
import { textOf } from '../turn/support/text-of.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { cutPolicy, notingTools } from './cut-child.ts';

const resultsSchema = z.object({
  skipped: z.literal(false),
  results: z.array(z.looseObject({ id: z.string(), success: z.boolean(), code: z.string().optional() })),
});

/** Runs the plan in a process that kills itself at a write; false where it came to its end before. */
async function cutAt(stateRoot: string, nth: number, when: 'lost' | 'written'): Promise<boolean> {
  const script = join(import.meta.dir, 'cut-child.ts');
  const child = Bun.spawn([process.execPath, '--no-install', script, stateRoot, String(nth), when], {
    stdout: 'inherit',
    stderr: 'inherit',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
  });
  await child.exited;
  if (child.signalCode === 'SIGKILL') return true;
  expect(child.exitCode).toBe(0);
  return false;
}

/** Takes the plan up in this process, with a person who approves. */
async function takeUp(stateRoot: string): Promise<TurnOutcome | undefined> {
  const engine = await openEngine({
    stateRoot,
    agents: [{ tools: notingTools(stateRoot), policy: cutPolicy }],
  });
  engine.observe((event) => {
    if (event.type !== 'tool.held') return;
    // The life before may have answered already.
    engine.complete(textOf(event.attributes?.handle), { decision: 'approve' }).catch(() => undefined);
  });
  try {
    const [turn] = engine.resume();
    return turn === undefined ? undefined : await engine.attach(turn.turnId);
  } finally {
    await engine.stop();
  }
}

async function startsOf(stateRoot: string): Promise<Map<string, number>> {
  const text = await readFile(join(stateRoot, 'starts'), 'utf8').catch(() => '');
  const starts = new Map<string, number>();
  for (const n of text.split('\n').filter((line) => line !== '')) starts.set(n, (starts.get(n) ?? 0) + 1);
  return starts;
}

test('PLAN-1, SPEC §12: a plan whose process is killed at any of its writes goes on: each entry has its result, none that must not starts twice', async () => {
  const seen = { cuts: 0, unknown: 0, whole: 0 };
  const cutOnce = async (nth: number, when: 'lost' | 'written'): Promise<boolean> => {
    let isCut = false;
    await inStateRoot(async (stateRoot) => {
      isCut = await cutAt(stateRoot, nth, when);
      if (!isCut) return;
      seen.cuts += 1;
      const outcome = await takeUp(stateRoot);
      const starts = await startsOf(stateRoot);
      for (const n of ['1', '3', '4']) expect(starts.get(n) ?? 0).toBeLessThanOrEqual(1);
      expect(starts.get('2') ?? 0).toBeLessThanOrEqual(2);
      // The last write was the turn's end.
      if (outcome === undefined) return;
      const { results } = resultsSchema.parse(outcome.output);
      expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
      for (const [index, { success, code }] of results.entries()) {
        if (success) expect(starts.get(String(index + 1)) ?? 0).toBeGreaterThan(0);
        else expect(['E_TOOL_OUTCOME_UNKNOWN', 'E_PLAN_DEPENDENCY']).toContain(code ?? '');
      }
      if (results.every(({ success }) => success)) seen.whole += 1;
      if (results.some(({ code }) => code === 'E_TOOL_OUTCOME_UNKNOWN')) seen.unknown += 1;
    });
    return isCut;
  };
  for (const when of ['lost', 'written'] as const) {
    let nth = 1;
    while (await cutOnce(nth, when)) nth += 1;
  }
  // Of each kind there is something, or the test would say nothing.
  expect(seen.cuts).toBeGreaterThan(12);
  for (const kind of ['unknown', 'whole'] as const) expect(seen[kind]).toBeGreaterThan(1);
}, 240_000);
