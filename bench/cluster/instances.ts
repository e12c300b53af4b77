import { join } from 'node:path';
import type { RestateEngine, RestateServer } from '@goondan/cluster';
import { z } from 'zod';
import { queryCluster, quoted } from '../../packages/cluster/src/client/admin.ts';
import { serviceNames } from '../../packages/cluster/src/service/service-names.ts';
import { inputs } from './bundle.ts';
import { bytesIn } from './bytes-in.ts';
import { copyInstances } from './copy-instances.ts';
import { makeTurns, turnsPerSecond } from './turns.ts';

const concurrency = 32;
/** So many are stored by a turn of each; more than that are copies. */
const mostByTurns = 1_000;

const stateSchema = z.object({ bytes: z.number(), instances: z.number() });

/** What it is like with so many instances stored. */
export interface InstancesFigure {
  readonly stored: number;
  readonly turnsPerSecond: number;
  /** How they were stored since the last figure, and how many a second. */
  readonly by: 'turns' | 'copies';
  readonly storedPerSecond: number;
  /** What an instance has on record: conversation and what extensions keep. */
  readonly stateBytesEach: number;
  /** What the server has on its disk in all; its logs, not trimmed yet, count. */
  readonly diskBytes: number;
}

/** What instances are stored on. */
export interface InstancesOptions {
  readonly engine: RestateEngine;
  readonly server: RestateServer;
  readonly namespace: string;
  /** Of the server. */
  readonly folder: string;
  readonly counts: readonly number[];
  readonly milliseconds: number;
}

/** Stores more and more instances, and each time makes turns of any of them. */
export async function measureInstances(options: InstancesOptions): Promise<InstancesFigure[]> {
  const { engine, counts, milliseconds } = options;
  const folder = join(options.folder, 'data');
  const figures: InstancesFigure[] = [];
  let stored = 0;
  for (const count of counts) {
    const by = count <= mostByTurns ? 'turns' : 'copies';
    const names = Array.from({ length: count - stored }, (_, index) => nameOf(stored + index));
    const started = performance.now();
    if (by === 'turns') await storeByTurns(engine, names);
    else await storeByCopies(options, names);
    const storedPerSecond = names.length / ((performance.now() - started) / 1000);
    const diskBytes = await bytesIn(folder);
    const stateBytesEach = await stateBytesOf(options);
    stored = count;
    const perSecond = await turnsPerSecond(
      // A prime apart, so that neighbours are not taken one after the other.
      { engine, input: inputs.call, instanceOf: (number) => nameOf((number * 7_919) % count), concurrency },
      milliseconds,
    );
    figures.push({ stored, turnsPerSecond: perSecond, by, storedPerSecond, stateBytesEach, diskBytes });
  }
  return figures;
}

async function stateBytesOf({ server, namespace }: InstancesOptions): Promise<number> {
  const service = quoted(serviceNames(namespace).agent('adder'));
  const sql = `select sum(octet_length(value_utf8)) as bytes, count(distinct service_key) as instances
    from state where service_name = ${service}`;
  const [row] = await queryCluster(server, sql, stateSchema);
  return row === undefined ? 0 : row.bytes / row.instances;
}

function nameOf(number: number): string {
  return `i${number}`;
}

async function storeByTurns(engine: RestateEngine, names: readonly string[]): Promise<void> {
  await makeTurns({
    engine,
    input: inputs.words,
    instanceOf: (number) => names[number] ?? '',
    concurrency,
    isOver: (number) => number >= names.length,
  });
}

async function storeByCopies(
  { engine, server, namespace }: InstancesOptions,
  names: readonly string[],
): Promise<void> {
  const from = 'original';
  await storeByTurns(engine, [from]);
  await copyInstances({ server, service: serviceNames(namespace).agent('adder'), from, names });
}
