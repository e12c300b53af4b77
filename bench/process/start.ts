import { join } from 'node:path';
import { inputEvent, openSwarm } from '@goondan/runtime';
import { figureOf, type Figure } from '../turn/figure.ts';
import { writeBundle } from './bundle.ts';
import { names } from './names.ts';

const rounds = 12;
/** Long enough for the spare to have loaded its modules. */
const settlingMs = 1_500;
const bareChild = join(import.meta.dir, 'bare-child.ts');

/** How long an agent takes from nothing, and from the spare, to the start of its first turn. */
export async function measureStart(folder: string): Promise<readonly Figure[]> {
  const bundleRoot = await writeBundle(folder, []);
  const bare: number[] = [];
  const cold: number[] = [];
  const spare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeBareChild());
    cold.push(await timeFirstTurn(bundleRoot, join(folder, `cold-${round}`), false));
    spare.push(await timeFirstTurn(bundleRoot, join(folder, `spare-${round}`), true));
  }
  return [
    figureOf(names.bareChild, 'µs', bare),
    figureOf(names.coldStart, 'µs', cold),
    figureOf(names.spareStart, 'µs', spare),
  ];
}

/** Until the same modules are loaded and the first message has arrived. */
async function timeBareChild(): Promise<number> {
  const start = Bun.nanoseconds();
  const ready = Promise.withResolvers<void>();
  const bare = Bun.spawn([process.execPath, '--no-install', bareChild], {
    serialization: 'json',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
    ipc: () => ready.resolve(),
  });
  await ready.promise;
  const took = (Bun.nanoseconds() - start) / 1_000;
  bare.kill('SIGKILL');
  await bare.exited;
  return took;
}

async function timeFirstTurn(bundleRoot: string, stateRoot: string, isFromSpare: boolean): Promise<number> {
  const swarm = await openSwarm({ bundleRoot, stateRoot, processes: 'kept' });
  const started = Promise.withResolvers<void>();
  swarm.engine.observe((event) => {
    if (event.type === 'turn.started') started.resolve();
  });
  try {
    let start = Bun.nanoseconds();
    await swarm.engine.start();
    if (isFromSpare) {
      await Bun.sleep(settlingMs);
      start = Bun.nanoseconds();
    }
    await swarm.engine.send({ agent: 'answerer', instanceKey: 'a' }, inputEvent('hello'));
    await started.promise;
    return (Bun.nanoseconds() - start) / 1_000;
  } finally {
    await swarm.close();
  }
}
