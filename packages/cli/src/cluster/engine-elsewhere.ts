import type { OpenSwarmOptions, ServedState } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { portOf } from '../serve/port-of.ts';
import { neededClusterPlace } from './cluster-place.ts';
import { loadCluster } from './load-cluster.ts';

/** What a bundle is served with that runs on a cluster. */
export interface EngineElsewhere {
  readonly engine: NonNullable<OpenSwarmOptions['engine']>;
  readonly state: ServedState;
}

/** The engine that `--engine` asks for, where it is not that of this machine. Throws `E_USAGE`. */
export async function engineElsewhere(
  invocation: Invocation,
  { hasWorker = false }: { readonly hasWorker?: boolean } = {},
): Promise<EngineElsewhere | undefined> {
  const { operands, options } = invocation;
  const url = options.text('worker-url');
  if (options.text('engine') !== 'restate') {
    const given = ['ingress', 'admin', 'namespace', 'worker-port', 'worker-url'];
    const flag = given.find((name) => options.text(name) !== undefined);
    if (flag === undefined) return undefined;
    throw new UsageError(`--${flag} is for clusters`, 'Add --engine restate.');
  }
  const place = await neededClusterPlace(invocation, operands[0]);
  const port = portOf(options, 'worker-port');
  const { clusterEngine, clusterView } = await loadCluster();
  const worker = { port, ownsProcess: true, ...(url === undefined ? {} : { url }) };
  return {
    engine: clusterEngine({ ...place, tellsHeld: true, ...(hasWorker ? { worker } : {}) }),
    state: clusterView(place),
  };
}
