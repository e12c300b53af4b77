import { GoondanError, type AgentSummary } from '@goondan/core';
import type { Address, RuntimeEvent, TurnDelta, TurnRunner } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { createEndpointHandler } from '@restatedev/restate-sdk/fetch';
import { queryCluster, quoted, registerWorker } from '../client/admin.ts';
import type { ClusterAddress } from '../client/cluster-http.ts';
import { Ingress } from '../client/ingress.ts';
import { agentObject } from '../service/agent-object.ts';
import { controlService } from '../service/control-service.ts';
import { handlesObject } from '../service/handles-object.ts';
import { serviceNames, type ServiceNames } from '../service/service-names.ts';
import type { ServiceTimes } from '../service/service-options.ts';
import { turnsObject } from '../service/turns-object.ts';
import type { RestateTurnHost } from '../turn/restate-turn.ts';
import { watchOwnGroup } from './own-group.ts';
import { RunningRequests } from './running-requests.ts';

/** What a worker is made of. */
export interface ServeAgentsOptions {
  readonly cluster: ClusterAddress;
  readonly namespace: string;
  /** All agents of the swarm. */
  readonly agents: readonly string[];
  /** Those served here; all by default. */
  readonly served?: readonly string[];
  readonly runnerOf: (agent: string) => Promise<TurnRunner>;
  readonly workdirOf: (agent: string, instanceKey: string) => string;
  readonly logger: Console;
  /** Takes the secrets from what is written down. */
  readonly mask?: <Value>(value: Value) => Value;
  readonly observe?: (event: RuntimeEvent | TurnDelta) => void;
  /** Where it listens; a free port of loopback without it. */
  readonly hostname?: string;
  readonly port?: number;
  /** True where other workers of this machine listen on the same port: the system gives each its share of the requests. */
  readonly isPortShared?: boolean;
  /** Where the server finds it, if not where it listens: one for each version of the bundle. */
  readonly url?: string;
  /** Public keys of the clusters whose requests it takes; those of anyone without. */
  readonly identityKeys?: readonly string[];
  readonly times?: ServiceTimes;
  /** Replaces what stands under its address: for development, where the code changes and the address does not. */
  readonly force?: boolean;
  /** True where this process is there for the worker alone: what its handlers have spawned ends with it where it is killed, if it leads its process group. */
  readonly ownsProcess?: boolean;
}

/** A worker that serves agents. */
export interface AgentsWorker {
  readonly url: string;
  readonly port: number;
  /** Takes nothing new, waits for what runs, then lets it go: the cluster goes on with it elsewhere. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const defaultGraceMs = 5_000;

/** Serves agents to a cluster and makes them known to it. Throws `E_CLUSTER_WORKER`. */
export async function serveAgents(options: ServeAgentsOptions): Promise<AgentsWorker> {
  const { cluster, agents, served = agents, logger, identityKeys, hostname = '127.0.0.1' } = options;
  const names = serviceNames(options.namespace);
  const host = hostOf(options, names);
  const { times = {}, runnerOf, workdirOf } = options;
  const objects = served.map((agent) =>
    agentObject({
      agent,
      names,
      host,
      times,
      runner: () => runnerOf(agent),
      workdirOf: (instanceKey) => workdirOf(agent, instanceKey),
    }),
  );
  const handle = createEndpointHandler({
    services: [...objects, handlesObject(names), turnsObject(names), controlService(names)],
    bidirectional: true,
    ...(identityKeys === undefined ? {} : { identityKeys: [...identityKeys] }),
    logger: ({ level }, ...words) => {
      const name: string = level;
      if (name === 'warn' || name === 'error') logger.warn(...words);
    },
  });
  const unwatch = options.ownsProcess === true ? await watchOwnGroup() : undefined;
  const running = new RunningRequests(handle);
  const server = listen(options, (request) => running.answer(request));
  const port = server.port ?? 0;
  const url = options.url ?? `http://${hostname}:${port}`;
  try {
    await registerWorker(cluster, { url, force: options.force ?? false });
  } catch (thrown) {
    await server.stop(true);
    await unwatch?.();
    throw thrown;
  }
  return {
    url,
    port,
    async stop({ graceMs = defaultGraceMs } = {}) {
      await running.drain(graceMs);
      await server.stop(true);
      await unwatch?.();
    },
  };
}

function listen(
  { hostname = '127.0.0.1', port = 0, isPortShared = false }: ServeAgentsOptions,
  fetch: (request: Request) => Promise<Response>,
): Bun.Server<undefined> {
  try {
    return Bun.serve({ hostname, port, reusePort: isPortShared, idleTimeout: 0, fetch });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GoondanError('E_CLUSTER_WORKER', `${hostname}:${port} cannot be listened on: ${reason}`, {
      suggestion: 'Choose another port, or let workers of one version share it.',
      cause,
    });
  }
}

function hostOf(options: ServeAgentsOptions, names: ServiceNames): RestateTurnHost {
  const { cluster, agents, mask, observe } = options;
  const ingress = new Ingress(cluster, names);
  return {
    agents,
    summaries: () => summariesOf(cluster, names, agents),
    spawn: (to: Address) => ingress.spawn(to),
    observe: (event) => observe?.(event),
    mask: (value) => (mask === undefined ? value : mask(value)),
  };
}

const instanceSchema = shape.object({ service: shape.string(), key: shape.string() });

/** The instances that have anything on record, or are about to. */
async function summariesOf(
  cluster: ClusterAddress,
  names: ServiceNames,
  agents: readonly string[],
): Promise<AgentSummary[]> {
  const rows = await queryCluster(
    cluster,
    `select service_name as service, service_key as key from state
     where starts_with(service_name, ${quoted(names.agents)})
     union select target_service_name as service, target_service_key as key from sys_invocation
     where starts_with(target_service_name, ${quoted(names.agents)}) and target_handler_name <> 'held'
     order by key`,
    instanceSchema,
  );
  return agents.map((agent) => ({
    agent,
    instances: rows.flatMap(({ service, key }) => (service === names.agent(agent) ? [key] : [])),
  }));
}
