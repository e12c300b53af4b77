import type { SwarmEngine, SwarmParts } from '@goondan/runtime';
import type { ClusterAddress } from './client/cluster-http.ts';
import { RestateEngine } from './client/restate-engine.ts';
import { serveAgents, type AgentsWorker, type ServeAgentsOptions } from './worker/serve-agents.ts';

/** Where a swarm runs on a cluster, and what of it this process serves. */
export interface ClusterEngineOptions {
  readonly cluster: ClusterAddress;
  /** Tells the swarm from others on the same cluster. */
  readonly namespace: string;
  /** How this process serves agents, as a worker; without it, it only hands events in. */
  readonly worker?: Pick<
    ServeAgentsOptions,
    | 'served'
    | 'hostname'
    | 'port'
    | 'isPortShared'
    | 'url'
    | 'identityKeys'
    | 'times'
    | 'force'
    | 'ownsProcess'
  >;
  /** See `RestateEngineOptions`. */
  readonly tellsHeld?: boolean;
  /** Told of the worker of this process as soon as the cluster knows it. */
  readonly onServing?: (worker: AgentsWorker) => void;
}

/** What `openSwarm` makes its engine with where the swarm runs on a cluster: `openSwarm({ …, engine: clusterEngine({ … }) })`. */
export function clusterEngine(options: ClusterEngineOptions): (parts: SwarmParts) => SwarmEngine {
  const { cluster, namespace, worker, onServing, tellsHeld = false } = options;
  return ({ agents, layout, logger, mask, runnerOf }) => {
    const swarm = { cluster, namespace, agents, logger, mask };
    const workdirOf = (agent: string, instanceKey: string): string => layout.workdirOf(agent, instanceKey);
    return new RestateEngine({
      ...swarm,
      tellsHeld,
      ...(worker === undefined
        ? {}
        : {
            worker: async (observe) => {
              const served = await serveAgents({ ...swarm, ...worker, observe, runnerOf, workdirOf });
              onServing?.(served);
              return served;
            },
          }),
    });
  };
}
