import { tmpdir } from 'node:os';
import { inputEvent, runTurn } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, fakeModel, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { approve, policy, push, shell } from '../../../runtime/test/turn/support/shell.ts';
import { heldCalls } from '../../src/client/held-calls.ts';
import { invocationOf } from '../../src/client/invocations.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { clusterView } from '../../src/inspect/cluster-view.ts';
import { serviceNames } from '../../src/service/service-names.ts';
import { serveAgents, type AgentsWorker } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';

test('PEND-2, PEND-3: a call whose answer waits for a worker waits for no person any more', async () => {
  const cluster = await sharedServer();
  const swarm = { cluster, namespace: 'answered', agents: ['helper'], logger: memoryConsole().logger };
  const names = serviceNames(swarm.namespace);
  const { tool, ran } = shell();
  const agent = await agentWith({
    name: 'helper',
    model: fakeModel(asks(push('a')), says('done')),
    tools: [tool],
    policy,
  });
  const held = Promise.withResolvers<string>();
  const serve = (port: number): Promise<AgentsWorker> =>
    serveAgents({
      ...swarm,
      port,
      workdirOf: () => tmpdir(),
      runnerOf: async () => (context, input) => runTurn(context, agent, input),
      observe: (event) => {
        const handle = event.type === 'tool.held' ? event.attributes?.['handle'] : undefined;
        if (typeof handle === 'string') held.resolve(handle);
      },
    });
  const engine = new RestateEngine(swarm);
  let worker = await serve(0);
  try {
    const { turnId } = await engine.send({ agent: 'helper', instanceKey: 'main' }, inputEvent('go'));
    const handle = await held.promise;
    const turns = [(await invocationOf(cluster, names, turnId)) ?? ''];
    expect(await heldCalls(cluster, names, turns)).toMatchObject([{ handle }]);
    await worker.stop({ graceMs: 0 });
    const completed = engine.complete(handle, approve);
    const view = clusterView({ cluster, namespace: swarm.namespace });
    while ((await view.waitingAnswer(handle)) === undefined) await Bun.sleep(20);
    expect(await heldCalls(cluster, names, turns)).toEqual([]);
    worker = await serve(worker.port);
    await completed;
    expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'done' });
    expect(ran).toEqual(['git push']);
  } finally {
    await engine.stop();
    await worker.stop({ graceMs: 0 });
  }
});
