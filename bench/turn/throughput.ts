import { join } from 'node:path';
import { benchAgent } from './bench-agent.ts';
import { openBenchEngine, type BenchEngine } from './bench-engine.ts';
import { figureOf, type Figure } from './figure.ts';
import { names } from './names.ts';
import type { Script } from './scripted-model.ts';
import { countCommits, type Written } from './wal-commits.ts';

const instances = 64;
const turnsPerInstance = 3;
const warmUpRounds = 4;
const rounds = 8;
const wide: Script = { steps: 2, callsPerStep: 8 };
const oneByOne: Script = { steps: 8, callsPerStep: 1 };

/** Calls per second of 64 instances at once, each with its turns one after the other, and all that a real run writes. */
export async function measureThroughput(folder: string): Promise<readonly Figure[]> {
  const engine = await openBenchEngine(join(folder, 'throughput'), benchAgent());
  const wideSeconds: number[] = [];
  const oneByOneSeconds: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const seconds = await timeRound(engine, `wide-${round}`, wide);
    const otherSeconds = await timeRound(engine, `one-by-one-${round}`, oneByOne);
    engine.prove();
    if (round < warmUpRounds) continue;
    wideSeconds.push(seconds);
    oneByOneSeconds.push(otherSeconds);
  }
  const { rows, commits } = await countRound(engine);
  await engine.close();
  const rate = (count: number, samples: readonly number[]) => samples.map((seconds) => count / seconds);
  return [
    figureOf(names.throughput, '/s', rate(callsOf(wide), wideSeconds)),
    figureOf(names.turns, '/s', rate(instances * turnsPerInstance, wideSeconds)),
    figureOf(names.rowsPerCommit, '', [rows / commits]),
    figureOf(names.throughputOneByOne, '/s', rate(callsOf(oneByOne), oneByOneSeconds)),
    figureOf(names.turnsOneByOne, '/s', rate(instances * turnsPerInstance, oneByOneSeconds)),
  ];
}

function callsOf({ steps, callsPerStep }: Script): number {
  return instances * turnsPerInstance * steps * callsPerStep;
}

async function timeRound(engine: BenchEngine, round: string, script: Script): Promise<number> {
  const start = Bun.nanoseconds();
  await runRound(engine, round, script);
  return (Bun.nanoseconds() - start) / 1e9;
}

async function countRound(engine: BenchEngine): Promise<Written> {
  const counted = countCommits(engine.journal);
  await runRound(engine, 'counted', wide);
  return counted();
}

/** Each round has instances of its own: no conversation grows from round to round. */
async function runRound(engine: BenchEngine, round: string, script: Script): Promise<void> {
  await Promise.all(
    Array.from({ length: instances }, async (_, index) => {
      for (let turn = 0; turn < turnsPerInstance; turn += 1) await engine.turn(`${round}-${index}`, script);
    }),
  );
}
