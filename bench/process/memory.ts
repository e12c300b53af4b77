import { join } from 'node:path';
import { figureOf, type Figure } from '../turn/figure.ts';
import { writeBundle } from './bundle.ts';
import { names } from './names.ts';
import { openBenchSwarm } from './swarm.ts';

const instances = 1_000;
const settlingMs = 3_000;

/** What an agent process takes when it has nothing to do, and what a thousand idle conversations add to it. */
export async function measureMemory(folder: string): Promise<readonly Figure[]> {
  const bundleRoot = await writeBundle(folder, []);
  const bench = await openBenchSwarm(bundleRoot, join(folder, 'state'), 'kept');
  try {
    await bench.ask('answerer', 'first', 'hello');
    const idle = await settledMegabytes(bench.pidOf('answerer'));
    const asked = Array.from({ length: instances }, (_, index) =>
      bench.ask('answerer', `instance-${index}`, 'hello'),
    );
    await Promise.all(asked);
    const crowded = await settledMegabytes(bench.pidOf('answerer'));
    return [figureOf(names.idleMemory, '', [idle]), figureOf(names.instanceMemory, '', [crowded - idle])];
  } finally {
    await bench.swarm.close();
  }
}

/** Resident memory once the collector had time. */
async function settledMegabytes(pid: number): Promise<number> {
  await Bun.sleep(settlingMs);
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
