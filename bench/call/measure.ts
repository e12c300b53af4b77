import { createCallIds, type CallIds } from './call-ids.ts';
import type { Contestant } from './contestant.ts';
import { median } from './statistics.ts';

/** How long and how often to measure. */
export interface MeasureOptions {
  /** How many batches of each contestant count. */
  readonly rounds: number;
  /** The aimed length of one batch. */
  readonly batchNs: number;
  /** How long, and for how many calls at least, each contestant runs before anything counts, so that its code is compiled. */
  readonly warmUpNs: number;
  readonly warmUpCalls: number;
}

/** The defaults: a run of all contestants takes about fifteen seconds. */
export const measureDefaults: MeasureOptions = {
  rounds: 200,
  batchNs: 1_000_000,
  warmUpNs: 200_000_000,
  warmUpCalls: 5000,
};

/** Nanoseconds per call of one contestant, one number a round. */
export interface Samples {
  readonly name: string;
  readonly nanoseconds: readonly number[];
}

interface Lane {
  readonly contestant: Contestant;
  readonly nanoseconds: number[];
  batchSize: number;
}

/** Proves that each contestant answers right and refuses wrong arguments, then times all of them round-robin in small batches. */
export async function measure(
  contestants: readonly Contestant[],
  options: MeasureOptions,
): Promise<readonly Samples[]> {
  const ids = createCallIds();
  const lanes = contestants.map((contestant): Lane => ({ contestant, nanoseconds: [], batchSize: 1 }));
  for (const { contestant } of lanes) await prove(contestant);
  for (const lane of lanes) await warmUp(lane, ids, options);
  for (let round = 0; round < options.rounds; round += 1) {
    // Each round starts with another contestant, so that nobody always runs behind the same neighbour's garbage.
    const first = round % lanes.length;
    for (const lane of [...lanes.slice(first), ...lanes.slice(0, first)]) {
      lane.nanoseconds.push(await timeBatch(lane, ids));
    }
  }
  return lanes.map(({ contestant, nanoseconds }) => ({ name: contestant.name, nanoseconds }));
}

async function prove(contestant: Contestant): Promise<void> {
  if (contestant.refusesWrong === undefined || (await contestant.refusesWrong())) return;
  throw new Error(`${contestant.name} accepted arguments that break the schema`);
}

/** Runs the contestant until its code is compiled, doubling up to the batch size that takes about `batchNs`. */
async function warmUp(lane: Lane, ids: CallIds, options: MeasureOptions): Promise<void> {
  const end = Bun.nanoseconds() + options.warmUpNs;
  const recent: number[] = [];
  let calls = 0;
  while (Bun.nanoseconds() < end || calls < options.warmUpCalls) {
    calls += lane.batchSize;
    recent.push(await timeBatch(lane, ids));
    const wanted = Math.round(options.batchNs / median(recent.slice(-5)));
    lane.batchSize = Math.max(1, Math.min(wanted, lane.batchSize * 2));
  }
}

async function timeBatch(lane: Lane, ids: CallIds): Promise<number> {
  const run = lane.contestant.prepare(ids.take(lane.batchSize));
  await nextTurnOfTheEventLoop();
  const start = Bun.nanoseconds();
  const answer = await run();
  const elapsed = Bun.nanoseconds() - start;
  if (!lane.contestant.answersRight(answer)) {
    throw new Error(`${lane.contestant.name} answered wrong: ${Bun.inspect(answer)}`);
  }
  return elapsed / lane.batchSize;
}

/** Lets timers and finished work of the contestant before run off the clock. */
function nextTurnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
