import { tmpdir } from 'node:os';
import { inputEvent, runTurn } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, fakeModel, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { approve, policy, push, shell } from '../../../runtime/test/turn/support/shell.ts';
import { askCluster } from '../../src/client/cluster-http.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serviceNames } from '../../src/service/service-names.ts';
import { heldAnswerSchema } from '../../src/service/wire.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';

test('PEND-3: the time that a turn waited for a person does not count for whoever stood behind it, also once it has ended', async () => {
  const cluster = await sharedServer();
  const { logger } = memoryConsole();
  const { tool } = shell();
  const agent = await agentWith({
    model: fakeModel(({ messages }) => (messages.at(-1)?.role === 'tool' ? says('done') : asks(push('a')))),
    tools: [tool],
    policy,
  });
  const swarm = { cluster, namespace: 'waited', agents: ['helper'], logger };
  const held = Promise.withResolvers<string>();
  const worker = await serveAgents({
    ...swarm,
    workdirOf: () => tmpdir(),
    runnerOf: async () => (context, input) => runTurn(context, agent, input),
    observe: (event) => {
      const handle = event.type === 'tool.held' ? event.attributes?.['handle'] : undefined;
      if (typeof handle === 'string') held.resolve(handle);
    },
  });
  const engine = new RestateEngine(swarm);
  const heldMs = async (windowMs: number): Promise<number> => {
    const url = `${cluster.ingressUrl}/${serviceNames('waited').agent('helper')}/main/held`;
    const { body } = await askCluster({}, url, { body: { turnId: 'the-one-behind', windowMs } });
    return heldAnswerSchema.parse(body).heldMs;
  };
  try {
    const { turnId } = await engine.send({ agent: 'helper', instanceKey: 'main' }, inputEvent('go'));
    const handle = await held.promise;
    let before = 0;
    while (before === 0) before = await heldMs(60_000);
    await engine.complete(handle, approve);
    expect((await engine.attach(turnId)).output).toBe('done');
    expect(await heldMs(60_000)).toBeGreaterThanOrEqual(before);
    // Long over, it counts no more.
    expect(await heldMs(0)).toBe(0);
  } finally {
    await engine.stop();
    await worker.stop({ graceMs: 0 });
  }
});
