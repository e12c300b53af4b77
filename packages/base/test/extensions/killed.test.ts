import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { inputEvent, openSwarm } from '@goondan/runtime';
import { inFolder } from './support/a-conversation.ts';
import { memoryConsole } from './support/memory-console.ts';

/** Tells a server of each start, and fails as long as that says so. */
const lineModule = (url: string): string => `import { GoondanError } from '@goondan/core';
export const handlers = {
  get: async (ctx) => {
    const answer = await (await fetch(${JSON.stringify(url)}, { method: 'POST', body: ctx.idempotencyKey })).text();
    if (answer === 'fail') throw new GoondanError('E_NETWORK_CONNECTION', 'no line');
    return answer;
  },
};
`;

async function writeBundle(root: string, url: string): Promise<void> {
  const rules = [
    { when: { after: 'line__get', status: 'ok' }, text: 'It says: {{result}}' },
    { when: { user: '.' }, calls: [{ tool: 'line__get' }] },
  ];
  const documents = [
    {
      kind: 'Model',
      metadata: { name: 'm' },
      spec: { provider: 'scripted', model: 'm', options: { rules } },
    },
    {
      kind: 'Tool',
      metadata: { name: 'line' },
      spec: {
        entry: './line.ts',
        exports: [{ name: 'get', description: 'Asks.', annotations: { idempotent: true } }],
      },
    },
    {
      kind: 'Agent',
      metadata: { name: 'a' },
      spec: {
        modelConfig: { modelRef: 'Model/m' },
        tools: ['Tool/line'],
        extensions: [{ ref: 'Extension/retry', config: { delayMs: 60_000, maxDelayMs: 60_000 } }],
      },
    },
    { kind: 'Swarm', metadata: { name: 's' }, spec: { entryAgent: 'a', agents: ['a'] } },
  ];
  await mkdir(root, { recursive: true });
  const texts = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await writeFile(join(root, 'goondan.yaml'), texts.join('\n---\n'));
  await writeFile(join(root, 'line.ts'), lineModule(url));
}

test('PIPE-3: an agent killed between two attempts tries the call anew, by the same key; for the conversation it is one call', async () => {
  const keys: string[] = [];
  const asked = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      keys.push(await request.text());
      asked.resolve();
      return new Response(keys.length === 1 ? 'fail' : 'got it');
    },
  });
  try {
    await inFolder(async (root) => {
      const bundleRoot = join(root, 'bundle');
      await writeBundle(bundleRoot, server.url.href);
      const { logger } = memoryConsole();
      const stateRoot = join(root, 'state');
      const swarm = await openSwarm({ bundleRoot, stateRoot, processes: 'once', logger, logs: 'files' });
      try {
        await swarm.engine.start();
        const outcome = swarm.engine.request({ agent: 'a', instanceKey: 'default' }, inputEvent('go'));
        await asked.promise;
        const [agent] = await swarm.engine.status();
        if (typeof agent?.pid !== 'number') throw new Error('The agent has no process.');
        process.kill(agent.pid, 'SIGKILL');
        const { output, toolCalls } = await outcome;
        expect(output).toBe('It says: got it');
        expect(toolCalls).toHaveLength(1);
        expect(keys).toHaveLength(2);
        expect(new Set(keys).size).toBe(1);
      } finally {
        await swarm.close();
      }
    });
  } finally {
    await server.stop(true);
  }
});
