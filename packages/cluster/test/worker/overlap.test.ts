import { tmpdir } from 'node:os';
import { inputEvent, runTurn } from '@goondan/runtime';
import { expect, test } from 'bun:test';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';
import { cutConnection } from './cut-connection.ts';

test('SPEC §12: a turn that is taken up again beside an attempt that has not heard of its end does not take its calls for its own', async () => {
  const cluster = await sharedServer();
  const { logger } = memoryConsole();
  const begun = Promise.withResolvers<void>();
  let starts = 0;
  const agent = await agentWith({
    model: fakeModel(({ messages }) =>
      messages.at(-1)?.role === 'tool' ? says('done') : asks(call('c1', 'slow__read')),
    ),
    tools: [
      {
        name: 'slow__read',
        annotations: { readOnly: true },
        handler: () => {
          starts += 1;
          begun.resolve();
          return starts === 1 ? new Promise<string>(() => {}) : `start ${starts}`;
        },
      },
    ],
  });
  let port = 0;
  const connection = cutConnection(() => port);
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  ({ port } = taken);
  taken.stop(true);
  const swarm = { cluster, namespace: 'overlap', agents: ['helper'], logger };
  const worker = await serveAgents({
    ...swarm,
    port,
    url: connection.url,
    workdirOf: () => tmpdir(),
    runnerOf: async () => (context, input) => runTurn(context, agent, input),
  });
  const engine = new RestateEngine(swarm);
  try {
    const { turnId } = await engine.send({ agent: 'helper', instanceKey: 'main' }, inputEvent('go'));
    await begun.promise;
    connection.cut();
    const { status, toolCalls } = await engine.attach(turnId);
    expect(status).toBe('completed');
    expect(toolCalls.map(({ result }) => result.output)).toEqual(['start 2']);
  } finally {
    await engine.stop();
    connection.stop();
    await worker.stop({ graceMs: 0 });
  }
});
