import { join } from 'node:path';
import { openBareDatabase } from './bare-database.ts';
import { benchAgent } from './bench-agent.ts';
import { openBenchEngine, type BenchEngine } from './bench-engine.ts';
import { figureOf, type Figure } from './figure.ts';
import { names } from './names.ts';

/** Until its code is compiled. */
const warmUpRounds = 60;
const rounds = 80;
/** Calls of the shorter and of the longer turn, whose difference is calls alone. */
const fewCalls = 4;
const manyCalls = 36;

/**
 * What one more call of a turn costs, beside a commit of one small row: two turns of one step that differ by nothing but how
 * many calls the model asks for, one running after the other (concurrency 1), so that each call waits for the disk: its result is
 * committed together with the announcement of the next, which starts after that.
 */
export async function measureCommits(folder: string): Promise<readonly Figure[]> {
  const bare = openBareDatabase(join(folder, 'bare.db'));
  const guarded = await openBenchEngine(join(folder, 'guarded'), benchAgent({ concurrency: 1 }));
  const idempotent = await openBenchEngine(
    join(folder, 'idempotent'),
    benchAgent({ concurrency: 1, annotations: { idempotent: true } }),
  );
  const lanes: readonly Lane[] = [
    { name: names.bareCommit, time: async () => bare.time(), samples: [] },
    { name: names.call, time: (round) => timeCall(guarded, round), samples: [] },
    { name: names.idempotentCall, time: (round) => timeCall(idempotent, round), samples: [] },
  ];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const { time, samples } of lanes) {
      const sample = await time(round);
      if (round >= warmUpRounds) samples.push(sample);
    }
    guarded.prove();
    idempotent.prove();
  }
  bare.close();
  await guarded.close();
  await idempotent.close();
  return lanes.map(({ name, samples }) => figureOf(name, 'µs', samples));
}

interface Lane {
  readonly name: string;
  readonly time: (round: number) => Promise<number>;
  readonly samples: number[];
}

/** Microseconds of one more call. Each round has an instance of its own: no conversation grows from round to round. */
async function timeCall(engine: BenchEngine, round: number): Promise<number> {
  const few = await timeTurn(engine, `few-${round}`, fewCalls);
  const many = await timeTurn(engine, `many-${round}`, manyCalls);
  return (many - few) / (manyCalls - fewCalls);
}

async function timeTurn(engine: BenchEngine, instanceKey: string, callsPerStep: number): Promise<number> {
  const start = Bun.nanoseconds();
  await engine.turn(instanceKey, { steps: 1, callsPerStep });
  return (Bun.nanoseconds() - start) / 1000;
}
