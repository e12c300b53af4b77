import type { ClusterView, RestateEngine } from '@goondan/cluster';
import type { Address } from '@goondan/runtime';
import type { Invocation } from '../command/invocation.ts';
import { clusterPlaceOf } from './cluster-place.ts';
import { loadCluster } from './load-cluster.ts';

/** A swarm on a cluster, to be looked at and answered. */
export interface OpenCluster {
  readonly namespace: string;
  readonly view: ClusterView;
  /** Serves nothing: what it is told goes to the cluster. */
  readonly engine: RestateEngine;
  /** Takes an instance away for good. Throws `E_AGENT_INSTANCE_OPEN`. */
  deleteInstance(
    address: Address,
    options: { readonly isForced: boolean },
  ): Promise<{ readonly turns: number }>;
}

/** The swarm on the cluster that flags or variables name; undefined where they name none: then what is here is meant. */
export async function openCluster(invocation: Invocation): Promise<OpenCluster | undefined> {
  const place = await clusterPlaceOf(invocation);
  if (place === undefined) return undefined;
  const { clusterView, deleteInstance, RestateEngine } = await loadCluster();
  return {
    namespace: place.namespace,
    view: clusterView(place),
    engine: new RestateEngine({ ...place, logger: console }),
    deleteInstance: (address, options) => deleteInstance(place, address, options),
  };
}
