import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, JsonValue } from '@goondan/core';
import type { Address } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { afterAll } from 'bun:test';
import {
  useTestEngine,
  type TestEngine,
  type TestEngineOptions,
} from '../../runtime/test/engine-suite/test-engine.ts';
import { queryCluster, quoted } from '../src/client/admin.ts';
import type { ClusterAddress } from '../src/client/cluster-http.ts';
import { RestateEngine } from '../src/client/restate-engine.ts';
import { AgentProcesses } from './suite/agent-processes.ts';
import { startServer, type RestateServer } from '../src/server/start-server.ts';
import { serviceNames } from '../src/service/service-names.ts';
import { serveAgents } from '../src/worker/serve-agents.ts';

let running: Promise<SharedServer> | undefined;

/** A Restate server, and where it writes. */
interface SharedServer extends RestateServer {
  readonly folder: string;
}

/** The one Restate server of this process, gone with its folder when the tests of the file are over. */
export function sharedServer(): Promise<SharedServer> {
  running ??= startShared();
  return running;
}

async function startShared(): Promise<SharedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-restate-'));
  const server = await startServer({ folder });
  afterAll(async () => {
    running = undefined;
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...server, folder };
}

/** Runs what is imported after it on the Restate server of this process. */
export async function useRestate(): Promise<void> {
  const { ingressUrl, adminUrl } = await sharedServer();
  useTestEngine(restateTestEngine({ ingressUrl, adminUrl }), {
    module: join(import.meta.dir, 'suite', 'engine-child.ts'),
    env: { RESTATE_INGRESS: ingressUrl, RESTATE_ADMIN: adminUrl },
  });
}

const inputs = new Map<string, AgentEvent>();
const stateRow = shape.object({ key: shape.string(), value: shape.string() });

/** Makes engines whose agents are served by a worker in this process, or by one for each agent in processes of their own; each swarm in a namespace of its own. */
export function restateTestEngine(cluster: ClusterAddress): (options: TestEngineOptions) => TestEngine {
  return ({ layout, agents, runnerOf, logger, mask, bundle }) => {
    const namespace = `t${createHash('sha256').update(layout.folder).digest('hex').slice(0, 12)}`;
    const swarm = { cluster, namespace, agents, logger, mask };
    // A worker that comes back is found where it was, in whichever process: what it had begun is its own.
    const portFile = Bun.file(`${layout.folder}.port`);
    const engine = new RestateEngine({
      ...swarm,
      worker: async (observe) => {
        if (bundle !== undefined)
          return AgentProcesses.start({
            ...swarm,
            bundle,
            observe,
            heard: (turnId, event) => inputs.set(turnId, event),
          });
        const worker = await serveAgents({
          ...swarm,
          observe,
          runnerOf: async (agent) => {
            const run = await runnerOf(agent);
            return (context, input) => {
              inputs.set(context.turnId, input.event);
              return run(context, input);
            };
          },
          workdirOf: (agent, instanceKey) => layout.workdirOf(agent, instanceKey),
          port: (await portFile.exists()) ? Number(await portFile.text()) : 0,
          force: true,
        });
        await portFile.write(String(worker.port));
        return worker;
      },
    });
    const stateOf = async ({ agent, instanceKey }: Address): Promise<ReadonlyMap<string, JsonValue>> => {
      const service = quoted(serviceNames(namespace).agent(agent));
      const rows = await queryCluster(
        cluster,
        `select key, value_utf8 as value from state where service_name = ${service} and service_key = ${quoted(instanceKey)}`,
        stateRow,
      );
      return new Map(rows.map(({ key, value }) => [key, shape.json().parse(JSON.parse(value))]));
    };
    return Object.assign(engine, { stateOf, inputOf: (turnId: string) => inputs.get(turnId) });
  };
}
