/** What tests run as a process of its own, to be killed: a worker whose handlers note that they started. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTurn } from '@goondan/runtime';
import { agentWith } from '../../../runtime/test/turn/support/agent-with.ts';
import { asks, call, fakeModel, says } from '../../../runtime/test/turn/support/fake-model.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';

const [, , ingressUrl = '', adminUrl = '', folder = '', port = '0'] = process.argv;

/** The first to start never ends; those after it do. */
async function act(name: string, idempotencyKey: string): Promise<string> {
  const file = join(folder, `${name}.log`);
  appendFileSync(file, `${idempotencyKey}\n`);
  const starts = (await Bun.file(file).text()).trim().split('\n').length;
  return starts === 1 ? new Promise<string>(() => {}) : `start ${starts}`;
}

const agent = await agentWith({
  model: fakeModel(({ messages }) => {
    const [last] = messages.slice(-1);
    return last?.role === 'tool' ? says('done') : asks(call('c1', 'once__do'), call('c2', 'again__do'));
  }),
  tools: [
    { name: 'once__do', handler: ({ idempotencyKey }) => act('once', idempotencyKey) },
    {
      name: 'again__do',
      annotations: { idempotent: true },
      handler: ({ idempotencyKey }) => act('again', idempotencyKey),
    },
  ],
});
const worker = await serveAgents({
  cluster: { ingressUrl, adminUrl },
  namespace: 'killed',
  agents: ['helper'],
  runnerOf: async () => (context, input) => runTurn(context, agent, input),
  workdirOf: (_agent, instanceKey) => join(folder, 'work', instanceKey),
  logger: console,
  port: Number(port),
  force: true,
});
console.log(worker.port);
