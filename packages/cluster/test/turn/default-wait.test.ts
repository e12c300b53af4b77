import { tmpdir } from 'node:os';
import { parseJson, type ToolDefinition } from '@goondan/core';
import { inputEvent, runTurn, type Agent } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { expect, test } from 'bun:test';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, call, fakeModel, hangingAnswer, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { queryCluster, quoted } from '../../src/client/admin.ts';
import type { ClusterAddress } from '../../src/client/cluster-http.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serviceNames } from '../../src/service/service-names.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';

const ask: ToolDefinition = {
  name: 'agents__request',
  annotations: { orchestrates: true },
  handler: async ({ runtime }) => (await runtime?.request({ agent: 'helper' }, 'work')) ?? null,
};
const rowSchema = shape.object({ begun: shape.string(), entry: shape.string() });
const sleepSchema = shape.object({
  Command: shape.object({ Sleep: shape.object({ wake_up_time: shape.number() }) }),
});

test('COMM-2: without a limit of its own a request waits for a minute, by a timer of the cluster', async () => {
  const cluster = await sharedServer();
  const { logger } = memoryConsole();
  const { answer, asked } = hangingAnswer();
  const model = fakeModel(asks(call('a', 'agents__request')), says('done'));
  const agents: Record<string, Agent> = {
    boss: await agentWith({ name: 'boss', model, tools: [ask] }),
    helper: await agentWith({ name: 'helper', model: fakeModel(answer) }),
  };
  const swarm = { cluster, namespace: 'minute', agents: Object.keys(agents), logger };
  const worker = await serveAgents({
    ...swarm,
    workdirOf: () => tmpdir(),
    runnerOf: async (name) => {
      const agent = agents[name];
      if (agent === undefined) throw new Error(`There is no ${name}.`);
      return (context, input) => runTurn(context, agent, input);
    },
  });
  const engine = new RestateEngine(swarm);
  try {
    const { turnId } = await engine.send({ agent: 'boss', instanceKey: 'main' }, inputEvent('go'));
    await asked;
    let timers: readonly number[] = [];
    while (timers.length === 0) timers = await timersOf(cluster);
    // Begun by the worker, written down by the server some time later.
    expect(timers.map((ms) => Math.round(ms / 10_000))).toEqual([6]);
    expect(await engine.cancel(turnId)).toBe(true);
  } finally {
    await engine.stop();
    await worker.stop({ graceMs: 0 });
  }
});

/** How long the timers are that the turn of the boss waits for, in milliseconds. */
async function timersOf(cluster: ClusterAddress): Promise<number[]> {
  const service = quoted(serviceNames('minute').agent('boss'));
  const rows = await queryCluster(
    cluster,
    `select appended_at as begun, entry_lite_json as entry from sys_journal where entry_type = 'Command: Sleep'
     and id in (select id from sys_invocation where target_service_name = ${service})`,
    rowSchema,
  );
  return rows.map(({ begun, entry }) => {
    const { wake_up_time: until } = sleepSchema.parse(parseJson(entry)).Command.Sleep;
    return until - Date.parse(begun);
  });
}
