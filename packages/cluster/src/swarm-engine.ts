import type { SwarmEngine, SwarmParts } from '@goondan/runtime';
import type { ClusterAddress } from './client/cluster-http.ts';
import { RestateEngine } from './client/restate-engine.ts';
import { serveAgents, type ServeAgentsOptions } from './worker/serve-agents.ts';

/** Where a swarm runs on a cluster, and what of it this process serves. */
export interface ClusterEngineOptions {
  readonly cluster: ClusterAddress;
  /** Tells the swarm from others on the same cluster. */
  readonly namespace: string;
  /** How this process serves agents, as a worker; without it, it only hands events in. */
  readonly worker?: Pick<
    ServeAgentsOptions,
    'served' | 'hostname' | 'port' | 'url' | 'identityKeys' | 'times' | 'force'
  >;
}

/** What `openSwarm` makes its engine with where the swarm runs on a cluster: `openSwarm({ …, engine: clusterEngine({ … }) })`. */
export function clusterEngine(options: ClusterEngineOptions): (parts: SwarmParts) => SwarmEngine {
  const { cluster, namespace, worker } = options;
  return ({ agents, layout, logger, mask, runnerOf }) => {
    const swarm = { cluster, namespace, agents, logger, mask };
    const workdirOf = (agent: string, instanceKey: string): string => layout.workdirOf(agent, instanceKey);
    return new RestateEngine({
      ...swarm,
      ...(worker === undefined
        ? {}
        : { worker: (observe) => serveAgents({ ...swarm, ...worker, observe, runnerOf, workdirOf }) }),
    });
  };
}
