import { join } from 'node:path';
import { RecordLog } from '../../packages/runtime/src/storage/record-log.ts';
import { openBareDatabase } from '../turn/bare-database.ts';
import { figureOf, type Figure } from '../turn/figure.ts';
import { writeBundle } from './bundle.ts';
import { names } from './names.ts';
import { openBenchSwarm, type BenchSwarm } from './swarm.ts';
import { measureTwoHops } from './two-hops.ts';

const few = 2;
const many = 22;
const rounds = 25;

/** What one request to another agent costs, beside the hops and the commits it is made of. */
export async function measureRequest(folder: string): Promise<readonly Figure[]> {
  const bundleRoot = await writeBundle(folder, [few, many]);
  const commits = await commitsPerRequest(bundleRoot, join(folder, 'counting'));
  const bench = await openBenchSwarm(bundleRoot, join(folder, 'state'), 'kept');
  const bare = openBareDatabase(join(folder, 'bare.db'));
  const requests: number[] = [];
  const floors: number[] = [];
  const hops = await measureTwoHops(2_000);
  for (let round = 0; round < rounds; round += 1) {
    const cost = await timeRequest(bench, `round-${round}`);
    const commit = bare.time();
    // The first rounds compile.
    if (round < 5) continue;
    requests.push(cost);
    floors.push(commits * commit);
  }
  bare.close();
  await bench.swarm.close();
  const hop = figureOf(names.twoHops, 'µs', hops);
  return [
    hop,
    figureOf(names.commits, '', [commits]),
    figureOf(
      names.floor,
      'µs',
      floors.map((floor) => floor + hop.median),
    ),
    figureOf(names.request, 'µs', requests),
  ];
}

async function timeRequest(bench: BenchSwarm, instanceKey: string): Promise<number> {
  const short = await timed(() => bench.ask('asker', `${instanceKey}-few`, `ask ${few}`));
  const long = await timed(() => bench.ask('asker', `${instanceKey}-many`, `ask ${many}`));
  return (long - short) / (many - few);
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = Bun.nanoseconds();
  await run();
  return (Bun.nanoseconds() - start) / 1_000;
}

/** Counted in this process, where the same turns write the same entries. */
async function commitsPerRequest(bundleRoot: string, stateRoot: string): Promise<number> {
  const original = Reflect.get(RecordLog.prototype, 'write');
  let writes = 0;
  RecordLog.prototype.write = function write(changes) {
    writes += 1;
    return Reflect.apply(original, this, [changes]);
  };
  const bench = await openBenchSwarm(bundleRoot, stateRoot, 'none');
  const counted = async (count: number): Promise<number> => {
    const before = writes;
    await bench.ask('asker', `count-${count}`, `ask ${count}`);
    return writes - before;
  };
  try {
    const short = await counted(few);
    return ((await counted(many)) - short) / (many - few);
  } finally {
    await bench.swarm.close();
    RecordLog.prototype.write = original;
  }
}
