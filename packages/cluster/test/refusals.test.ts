import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputEvent } from '@goondan/runtime';
import { describe, expect, test } from 'bun:test';
import { startServer } from '../src/server/start-server.ts';
import { RestateEngine } from '../src/client/restate-engine.ts';
import { serveAgents, type ServeAgentsOptions } from '../src/worker/serve-agents.ts';
import { memoryConsole } from '../../runtime/test/turn/support/memory-console.ts';
import { failureOf } from '../../runtime/test/engine/open-engine.ts';
import { sharedServer } from './restate-test-engine.ts';
import { writeSigningKey } from './signing-key.ts';

const { logger } = memoryConsole();
const to = { agent: 'nobody', instanceKey: 'main' };
const nowhere = { ingressUrl: 'http://127.0.0.1:9', adminUrl: 'http://127.0.0.1:9', patienceMs: 100 };

function workerOf(options: Pick<ServeAgentsOptions, 'cluster' | 'namespace' | 'identityKeys'>) {
  return serveAgents({
    ...options,
    agents: ['helper'],
    logger,
    runnerOf: () => Promise.reject(new Error('Nobody is to come this far.')),
    workdirOf: () => tmpdir(),
  });
}

describe('what does not fit is refused clearly', () => {
  test('a cluster that does not answer is E_CLUSTER_UNREACHABLE and names it, for clients and workers', async () => {
    const engine = new RestateEngine({ cluster: nowhere, namespace: 'x', logger });
    const expected = { code: 'E_CLUSTER_UNREACHABLE' };
    expect(String(await failureOf(engine.start()))).toContain('http://127.0.0.1:9 does not answer');
    expect(await failureOf(engine.send(to, inputEvent('hi')))).toMatchObject(expected);
    expect(await failureOf(workerOf({ cluster: nowhere, namespace: 'x' }))).toMatchObject(expected);
  });

  test('an agent that no worker serves is E_AGENT_NOT_FOUND, with the nearest name where the agents are known', async () => {
    const cluster = await sharedServer();
    const engine = new RestateEngine({ cluster, namespace: 'x', logger });
    expect(await failureOf(engine.send(to, inputEvent('hi')))).toMatchObject({ code: 'E_AGENT_NOT_FOUND' });
    const knowing = new RestateEngine({ cluster, namespace: 'x', logger, agents: ['nobodi'] });
    expect(await failureOf(knowing.send(to, inputEvent('hi')))).toMatchObject({
      code: 'E_AGENT_NOT_FOUND',
      suggestion: "Did you mean 'nobodi'?",
    });
  });

  test('a server that has just come back, and does not know its services yet, is asked again', async () => {
    let asked = 0;
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => {
        asked += 1;
        return asked < 3 ? new Response('{}', { status: 404 }) : Response.json({ invocationId: 'inv_1' });
      },
    });
    try {
      const cluster = { ingressUrl: server.url.origin, adminUrl: server.url.origin };
      const engine = new RestateEngine({ cluster, namespace: 'x', logger });
      expect((await engine.send(to, inputEvent('hi'))).turnId).toBeString();
    } finally {
      await server.stop(true);
    }
  });

  test('a turn and a handle that nobody knows are told so', async () => {
    const cluster = await sharedServer();
    const worker = await workerOf({ cluster, namespace: 'known' });
    try {
      const engine = new RestateEngine({ cluster, namespace: 'known', logger });
      expect(await failureOf(engine.attach('0000'))).toMatchObject({ code: 'E_AGENT_TURN_NOT_FOUND' });
      expect(await engine.cancel('0000')).toBe(false);
      expect(await failureOf(engine.complete('h-1', 1))).toMatchObject({ code: 'E_HANDLE_NOT_FOUND' });
    } finally {
      await worker.stop();
    }
  });

  test('a worker takes no request that is not signed by its cluster, and such a cluster is told E_CLUSTER_WORKER', async () => {
    const cluster = await sharedServer();
    const identityKeys = ['publickeyv1_2G8dCQhArfvGpzPw5Vx2ALciR4xCLHfS5YaT93XjNxX9'];
    expect(await failureOf(workerOf({ cluster, namespace: 'signed', identityKeys }))).toMatchObject({
      code: 'E_CLUSTER_WORKER',
    });
  });

  test('a server that has a key signs, and is taken by a worker that knows it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'goondan-signing-'));
    const identityKeyFile = join(folder, 'key.pem');
    const identityKeys = [await writeSigningKey(identityKeyFile)];
    const server = await startServer({ folder: join(folder, 'server'), identityKeyFile });
    try {
      const worker = await workerOf({ cluster: server, namespace: 'signed', identityKeys });
      await worker.stop();
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
