import { describe, expect, test } from 'bun:test';
import { nasty, nastyBundle, nastyMemory, runNasty } from './support/nasty-campaign.ts';
import { callsOf, until, withProcesses } from './support/process-world.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const rounds = byTier({ full: 3, short: 1 });

describe('a handler that does its worst', () => {
  test.each(Object.entries(nasty))(
    'TIME-1: %s ends as %j each time, and other agents answer meanwhile',
    async (kind, codes) => {
      await withProcesses(
        nastyBundle,
        async (world) => {
          const { outcomes, roundsWithoutAnswer } = await runNasty(world, kind, rounds);
          expect(Object.keys(outcomes).filter((seen) => !codes.includes(seen))).toEqual([]);
          expect(roundsWithoutAnswer).toBe(0);
          expect(callsOf(await world.ask('worker', 'fine'))).toEqual(['ok']);
        },
        { maxAgentMemory: nastyMemory, processes: byTier({ full: 'kept', short: 'once' }) },
      );
    },
    60_000,
  );

  test('SPEC §12: what ran beside it in the same process is cut off too, and its turn goes on', async () => {
    await withProcesses(
      {
        agents: [{ name: 'worker' }],
        timeoutMs: 20_000,
        exports: [{ name: 'exit' }, { name: 'wait' }, { name: 'again', annotations: { idempotent: true } }],
        handlers: `
          import { existsSync, writeFileSync } from 'node:fs';
          import { join } from 'node:path';
          let started = 0;
          const both = Promise.withResolvers();
          const begin = () => { started += 1; if (started === 2) both.resolve(); };
          export const handlers = {
            exit: async () => { await both.promise; process.exit(3); },
            wait: () => { begin(); return new Promise(() => {}); },
            again: ({ workdir }) => {
              const mark = join(workdir, 'mark');
              if (existsSync(mark)) return 'ran again';
              writeFileSync(mark, '');
              begin();
              return new Promise(() => {});
            },
          };`,
      },
      async ({ ask }) => {
        const [exited, waited, repeated] = await Promise.all([
          ask('worker/a', 'exit'),
          ask('worker/b', 'wait'),
          ask('worker/c', 'again'),
        ]);
        expect([exited, waited, repeated].map(({ status }) => status)).toEqual([
          'completed',
          'completed',
          'completed',
        ]);
        expect([exited, waited, repeated].map(callsOf)).toEqual([
          ['E_TOOL_OUTCOME_UNKNOWN'],
          ['E_TOOL_OUTCOME_UNKNOWN'],
          ['ok'],
        ]);
      },
    );
  }, 60_000);

  test('a handler that may run again and takes its process down three times is given up', async () => {
    await withProcesses(
      {
        agents: [{ name: 'worker' }],
        exports: [{ name: 'exit', annotations: { readOnly: true } }],
        handlers: `export const handlers = { exit: () => process.exit(1) };`,
      },
      async ({ ask, engine, warnings }) => {
        const outcome = await ask('worker', 'exit');
        expect(callsOf(outcome)).toEqual(['E_TOOL_OUTCOME_UNKNOWN']);
        expect(outcome.toolCalls[0]?.result.error?.message).toContain('3 times');
        expect(warnings().match(/ended: exit code 1/g)).toHaveLength(3);
        await until(() => engine.openTurns().length === 0);
      },
    );
  }, 60_000);

  test('which call blocks is known although much was on its way before it', async () => {
    await withProcesses(
      {
        agents: [{ name: 'worker' }],
        exports: [{ name: 'spin', annotations: { readOnly: true } }],
        handlers: `export const handlers = { spin: () => { for (;;) {} } };`,
      },
      async ({ ask }) => {
        // What watchers are told of it is more than the pipe holds.
        expect(callsOf(await ask('worker', `spin ${'x'.repeat(240_000)}`))).toEqual(['E_TOOL_TIMEOUT']);
      },
    );
  }, 60_000);
});
