/** Tries every part of the product that takes what others made with cases that nobody thought of, and says what broke and how to get it again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, usage, type Options } from './options.ts';
import { formatReport, replayCommand } from './report.ts';
import { tryTarget } from './try-target.ts';
import type { Outcome } from './work.ts';

/** As many as the smallest machine it is meant for has cores. */
const atOnce = 2;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  console.error(`seeds: ${options.seeds.join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'goondan-fuzz-'));
  try {
    const outcomes = await tryAll(options, folder);
    console.log(options.json ? JSON.stringify(outcomes.map(withReplay)) : formatReport(outcomes));
    if (outcomes.length === 0) console.error(`nothing was tried: is there a property ${options.property}?`);
    return outcomes.length === 0 || outcomes.some(({ finding }) => finding !== undefined) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryAll(
  { targets, seeds, isShort, runs, property, path }: Options,
  folder: string,
): Promise<Outcome[]> {
  const waiting = targets.flatMap((target) => seeds.map((seed) => ({ target, seed })));
  const results = waiting.map((): Outcome[] => []);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < waiting.length; index = next++) {
      const one = waiting[index];
      if (one === undefined) return;
      const more = {
        ...(runs === undefined ? {} : { runs }),
        ...(property === undefined ? {} : { property }),
        ...(path === undefined ? {} : { path }),
      };
      results[index] = await tryTarget({ ...one, isShort, ...more }, folder);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results.flat();
}

function withReplay(outcome: Outcome): object {
  return outcome.finding === undefined ? outcome : { ...outcome, replay: replayCommand(outcome) };
}
