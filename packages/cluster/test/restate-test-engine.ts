import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, JsonValue } from '@goondan/core';
import type { Address } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { afterAll } from 'bun:test';
import type { TestEngine, TestEngineOptions } from '../../runtime/test/engine-suite/test-engine.ts';
import { queryCluster, quoted } from '../src/client/admin.ts';
import { RestateEngine } from '../src/client/restate-engine.ts';
import { startServer, type RestateServer } from '../src/server/start-server.ts';
import { serviceNames } from '../src/service/service-names.ts';
import { serveAgents } from '../src/worker/serve-agents.ts';

let running: Promise<RestateServer> | undefined;
/** A worker that comes back is found where it was: what it had begun is its own. */
const ports = new Map<string, number>();

/** The one Restate server of this process, gone with its folder when the tests of the file are over. */
export function sharedServer(): Promise<RestateServer> {
  running ??= startShared();
  return running;
}

async function startShared(): Promise<RestateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-restate-'));
  const server = await startServer({ folder });
  afterAll(async () => {
    running = undefined;
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

const inputs = new Map<string, AgentEvent>();
const stateRow = shape.object({ key: shape.string(), value: shape.string() });

/** Makes engines whose agents are served by a worker in this process, each swarm in a namespace of its own. */
export function restateTestEngine(server: RestateServer): (options: TestEngineOptions) => TestEngine {
  return ({ layout, agents, runnerOf, logger, mask }) => {
    const namespace = `t${createHash('sha256').update(layout.folder).digest('hex').slice(0, 12)}`;
    const swarm = { cluster: server, namespace, agents, logger, mask };
    const engine = new RestateEngine({
      ...swarm,
      worker: async (observe) => {
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
          port: ports.get(namespace) ?? 0,
          force: true,
        });
        ports.set(namespace, worker.port);
        return worker;
      },
    });
    const stateOf = async ({ agent, instanceKey }: Address): Promise<ReadonlyMap<string, JsonValue>> => {
      const service = quoted(serviceNames(namespace).agent(agent));
      const rows = await queryCluster(
        server,
        `select key, value_utf8 as value from state where service_name = ${service} and service_key = ${quoted(instanceKey)}`,
        stateRow,
      );
      return new Map(rows.map(({ key, value }) => [key, shape.json().parse(JSON.parse(value))]));
    };
    return Object.assign(engine, { stateOf, inputOf: (turnId: string) => inputs.get(turnId) });
  };
}
