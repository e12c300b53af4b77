import { tmpdir } from 'node:os';
import type { ToolDefinition } from '@goondan/core';
import { inputEvent, runTurn, type Agent, type RuntimeEvent } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { approve, policy, push, shell } from '../../../runtime/test/turn/support/shell.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';

const ask: ToolDefinition = {
  name: 'agents__request',
  annotations: { orchestrates: true },
  handler: async ({ runtime }) => (await runtime?.request({ agent: 'helper' }, 'work')) ?? null,
};

test('PEND-3: whoever waits for a turn is told of a call that waits for a person in a turn that it asked for or stands behind, elsewhere, and of no other', async () => {
  const cluster = await sharedServer();
  const { logger } = memoryConsole();
  const { tool } = shell();
  const agents: Record<string, Agent> = {
    boss: await agentWith({
      name: 'boss',
      model: fakeModel(asks(call('a', 'agents__request')), says('answered')),
      tools: [ask],
    }),
    helper: await agentWith({
      name: 'helper',
      model: fakeModel(({ messages }) => (messages.at(-1)?.role === 'tool' ? says('done') : asks(push('b')))),
      tools: [tool],
      policy,
    }),
  };
  const swarm = { cluster, namespace: 'poll', agents: Object.keys(agents), logger };
  const worker = await serveAgents({
    ...swarm,
    workdirOf: () => tmpdir(),
    runnerOf: async (name) => {
      const agent = agents[name];
      if (agent === undefined) throw new Error(`There is no ${name}.`);
      return (context, input) => runTurn(context, agent, input);
    },
  });
  const engine = new RestateEngine({ ...swarm, tellsHeld: true });
  const told: RuntimeEvent[] = [];
  const held = Promise.withResolvers<string>();
  engine.observe((event) => {
    if (event.type !== 'delta') told.push(event);
    const handle = event.type === 'tool.held' ? event.attributes?.['handle'] : undefined;
    if (typeof handle === 'string') held.resolve(handle);
  });
  try {
    const to = { agent: 'boss', instanceKey: 'main' };
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const other = await engine.send({ agent: 'helper', instanceKey: 'nobody-waits' }, inputEvent('go'));
    await engine.send(to, { ...inputEvent('go'), traceId });
    // It stands behind the one that asks.
    const outcome = engine.request(to, inputEvent('and then'));
    const handle = await held.promise;
    expect(told).toMatchObject([
      { type: 'tool.held', agentName: 'helper', instanceKey: 'main', toolCallId: 'b', traceId },
    ]);
    await engine.complete(handle, approve);
    expect((await outcome).output).toBe('answered');
    const polled = told.filter(({ spanId }) => spanId === handle);
    expect(polled.map(({ type }) => type)).toEqual(['tool.held', 'tool.released']);
    expect(await engine.cancel(other.turnId)).toBe(true);
  } finally {
    await engine.stop();
    await worker.stop({ graceMs: 0 });
  }
});
