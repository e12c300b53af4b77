import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputEvent } from '@goondan/runtime';
import { describe, expect, test } from 'bun:test';
import { failureOf } from '../../../runtime/test/engine/open-engine.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { startServer } from '../../src/server/start-server.ts';
import { sharedServer } from '../restate-test-engine.ts';
import { writeSigningKey } from '../signing-key.ts';
import { serveSteps, stepper, type StepsWorkerOptions } from '../steps-worker.ts';

const to = (instanceKey: string) => ({ agent: stepper, instanceKey });
const answering = (text: string): StepsWorkerOptions['steps'] => ({ only: async () => text });

describe('workers of several versions: a turn ends on the code that it began with, or waits for it', () => {
  test('a version at an address of its own takes what is new; what the old one has begun ends there', async () => {
    const swarm = { cluster: await sharedServer(), namespace: 'versions' };
    const gate = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const old = await serveSteps({
      ...swarm,
      steps: {
        one: () => {
          begun.resolve();
          return gate.promise;
        },
        two: async () => 'old',
      },
    });
    const engine = new RestateEngine({ ...swarm, logger: console });
    const { turnId } = await engine.send(to('a'), inputEvent('go'));
    await begun.promise;
    const next = await serveSteps({ ...swarm, steps: answering('new') });
    try {
      expect(await engine.request(to('b'), inputEvent('go'))).toMatchObject({ output: 'new' });
      gate.resolve('begun');
      expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'begun, old' });
      expect(await engine.request(to('a'), inputEvent('again'))).toMatchObject({ output: 'new' });
    } finally {
      await engine.stop();
      await old.stop({ graceMs: 0 });
      await next.stop({ graceMs: 0 });
    }
  });

  test('other code under the same address: the turn waits, visibly, and ends when its own code is back', async () => {
    const swarm = { cluster: await sharedServer(), namespace: 'changed' };
    const begun = Promise.withResolvers<void>();
    const own = (second: () => Promise<string>) => ({ one: async () => 'one', two: second });
    const hanging = own(() => {
      begun.resolve();
      return new Promise<string>(() => {});
    });
    const first = await serveSteps({ ...swarm, steps: hanging });
    const engine = new RestateEngine({ ...swarm, logger: console });
    const { turnId } = await engine.send(to('a'), inputEvent('go'));
    await begun.promise;
    await first.stop({ graceMs: 0 });
    const again = { ...swarm, port: first.port, force: true };
    const other = await serveSteps({ ...again, steps: answering('other') });
    let back: typeof other | undefined;
    try {
      await until(async () => (await engine.status()).some(({ state }) => state === 'waiting'));
      expect(await engine.openTurns()).toMatchObject([{ turnId }]);
      await other.stop({ graceMs: 0 });
      back = await serveSteps({ ...again, steps: own(async () => 'two') });
      expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'one, two' });
    } finally {
      await engine.stop();
      await other.stop({ graceMs: 0 });
      await back?.stop({ graceMs: 0 });
    }
  });

  test('a worker that does not take the signature of its cluster is refused; an event waits for one that does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'goondan-signature-'));
    const identityKeyFile = join(folder, 'key.pem');
    const rightKeys = [await writeSigningKey(identityKeyFile)];
    const wrongKeys = [await writeSigningKey(join(folder, 'other.pem'))];
    const cluster = await startServer({ folder: join(folder, 'server'), identityKeyFile });
    const swarm = { cluster, namespace: 'signature', steps: answering('done') };
    const engine = new RestateEngine({ ...swarm, logger: console });
    const first = await serveSteps({ ...swarm, identityKeys: rightKeys });
    const again = { ...swarm, port: first.port, force: true };
    await first.stop();
    let right: typeof first | undefined;
    try {
      expect(await failureOf(serveSteps({ ...again, identityKeys: wrongKeys }))).toMatchObject({
        code: 'E_CLUSTER_WORKER',
      });
      const { turnId } = await engine.send(to('a'), inputEvent('go'));
      await until(async () => (await engine.status()).some(({ state }) => state === 'waiting'));
      right = await serveSteps({ ...again, identityKeys: rightKeys });
      expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'done' });
    } finally {
      await engine.stop();
      await right?.stop({ graceMs: 0 });
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(50);
}
