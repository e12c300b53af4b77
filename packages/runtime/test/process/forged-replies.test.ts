import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@goondan/core';
import { z } from 'zod';
import type { TurnOutcome } from '../../src/engine/turn-outcome.ts';
import { hostileExtension } from './support/hostile-extension.ts';
import { writeProcessBundle, type ProcessBundle } from './support/process-bundle.ts';
import { inFolder, openWorld, type ProcessWorld } from './support/process-world.ts';

const frames = 10_000;
const countsSchema = z.record(z.string(), z.number());

/** Each answer is kept back a moment, goes out in another order, and brings twenty others along until there were enough of them. */
const forging = (report: string): string => `
  if (frame.kind !== 'result') return real(frame);
  const state = (globalThis.forging ??= { past: [], held: [], counts: { late: 0, duplicate: 0, disordered: 0, forged: 0 } });
  const { past, held, counts } = state;
  const add = (kind, made) => { counts[kind] += 1; forged(made); };
  const total = () => counts.late + counts.duplicate + counts.disordered + counts.forged;
  held.push(frame);
  if (held.length > 1) return;
  setTimeout(() => {
    const answers = held.splice(0).reverse();
    for (const answer of answers) {
      if (total() < ${frames}) {
        const invented = { ...answer, id: 1_000_000 + total() };
        for (let count = 0; count < 4; count += 1) {
          add('forged', { ...invented, id: invented.id + count });
          add('forged', { kind: 'failure', id: -1 - count, error: { code: 'E_TOOL', message: 'forged' } });
        }
      }
      counts.disordered += answers.length > 1 ? 1 : 0;
      real(answer);
      if (total() < ${frames}) {
        for (let count = 0; count < 4; count += 1) add('duplicate', answer);
        const before = past[Math.floor(Math.random() * past.length)];
        if (before !== undefined)
          for (let count = 0; count < 4; count += 1) {
            add('late', { ...answer, id: before.id });
            add('late', { kind: 'failure', id: before.id, error: { code: 'E_TOOL', message: 'late' } });
          }
        past.push(answer);
      }
    }
    if (total() >= ${frames}) writeFileSync(${JSON.stringify(report)}, JSON.stringify(counts));
  }, 1);`;

/** The first two outcomes go out under each other's name; in its next life it is honest. */
const swapping = (mark: string): string => `
  const isOutcome = frame.kind === 'result' && frame.text.includes('"toolCalls"');
  if (!isOutcome || existsSync(${JSON.stringify(mark)})) return real(frame);
  const first = globalThis.first;
  if (first === undefined) { globalThis.first = frame; return; }
  writeFileSync(${JSON.stringify(mark)}, '');
  real({ ...first, text: frame.text });
  real({ ...frame, text: first.text });`;

const bundleOf = (hostile: string): ProcessBundle => ({
  agents: [{ name: 'worker', extensions: ['hostile'] }, { name: 'other' }],
  exports: [{ name: 'none' }],
  handlers: 'export const handlers = { none: () => null };',
  extensions: { hostile: hostileExtension(hostile) },
});

async function withHostile(
  hostile: (root: string) => string,
  run: (world: ProcessWorld) => Promise<void>,
): Promise<void> {
  await inFolder(async (root) => {
    await writeProcessBundle(root, bundleOf(hostile(root)));
    const world = await openWorld(root);
    await world.engine.start();
    try {
      await run(world);
    } finally {
      await world.engine.stop({ graceMs: 0 });
    }
  });
}

/** Asks for a word; says which if another came back. */
async function wrongAnswer(
  asked: Promise<TurnOutcome>,
  word: string,
  answerOf: (outcome: TurnOutcome) => JsonValue | undefined,
): Promise<string[]> {
  const answer = JSON.stringify(answerOf(await asked));
  return answer === JSON.stringify(word) ? [] : [`${answer} instead of ${word}`];
}

const own = ({ output }: TurnOutcome): JsonValue | undefined => output;
const passedOn = ({ toolCalls }: TurnOutcome): JsonValue | undefined => {
  const output = toolCalls[0]?.result.output;
  return typeof output === 'object' && output !== null && 'output' in output ? output['output'] : output;
};

describe('COMM-2, IPC-1: answers of a live process', () => {
  test('10,000 late, second, disordered and invented ones: none reaches another caller, and nobody else is disturbed', async () => {
    const report = (root: string): string => join(root, 'forged.json');
    await withHostile(
      (root) => forging(report(root)),
      async ({ ask, engine, root, warnings }) => {
        await Promise.all([ask('worker', 'hello'), ask('other', 'hello')]);
        const processes = (): unknown => engine.status().map(({ agent, pid }) => [agent, pid]);
        const before = processes();
        const wrong: string[] = [];
        for (let round = 0; !existsSync(report(root)); round += 1) {
          const asked = Array.from({ length: 20 }, (_, key) => {
            const word = `${round}-${key}`;
            return [
              wrongAnswer(ask(`worker/${key}`, `echo w${word}`), `w${word}`, own),
              wrongAnswer(ask(`other/${key}`, `echo o${word}`), `o${word}`, own),
              wrongAnswer(ask(`other/via${key}`, `ask worker echo v${word}`), `v${word}`, passedOn),
            ];
          });
          wrong.push(...(await Promise.all(asked.flat())).flat());
        }
        expect(wrong).toEqual([]);
        const counts = countsSchema.parse(JSON.parse(readFileSync(report(root), 'utf8')));
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(frames);
        expect(Object.values(counts).every((count) => count > 100)).toBe(true);
        expect(processes()).toEqual(before);
        expect(warnings()).not.toContain('The process of');
      },
    );
  }, 120_000);

  test('one that is the answer to another caller is not given: its process is ended, and each gets its own', async () => {
    await withHostile(
      (root) => swapping(join(root, 'swapped')),
      async ({ ask, engine, root, warnings }) => {
        await ask('other', 'hello');
        const other = engine.status().find(({ agent }) => agent === 'other')?.pid;
        const outcomes = await Promise.all([ask('worker/a', 'echo first'), ask('worker/b', 'echo second')]);
        expect(outcomes.map(own)).toEqual(['first', 'second']);
        expect(existsSync(join(root, 'swapped'))).toBe(true);
        expect(warnings()).toContain('The process of worker ended: it sent an answer to something else');
        expect(engine.status().find(({ agent }) => agent === 'other')?.pid).toBe(other);
      },
    );
  }, 60_000);
});
