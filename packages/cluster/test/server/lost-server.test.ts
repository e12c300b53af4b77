import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputEvent } from '@goondan/runtime';
import { describe, expect, test } from 'bun:test';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { startCluster } from '../../src/server/start-cluster.ts';
import { startServer } from '../../src/server/start-server.ts';
import { serveSteps, stepper } from '../steps-worker.ts';

const to = { agent: stepper, instanceKey: 'main' };

describe('SPEC §12: a server that is killed', () => {
  test('the turn under way and those behind it end when it is back; an event that comes meanwhile waits for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'goondan-lost-'));
    const first = await startServer({ folder });
    const gate = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const starts: string[] = [];
    const swarm = { cluster: first, namespace: 'lost' };
    const worker = await serveSteps({
      ...swarm,
      steps: {
        one: async (input) => {
          starts.push(String(input));
          return 'one';
        },
        two: () => {
          begun.resolve();
          return gate.promise;
        },
      },
    });
    const engine = new RestateEngine({ ...swarm, logger: console });
    const servers = [first];
    try {
      const turns = [await engine.send(to, inputEvent('a')), await engine.send(to, inputEvent('b'))];
      await begun.promise;
      await first.stop();
      const late = engine.send(to, inputEvent('c'));
      gate.resolve('two');
      // A server that comes back at once may meet what its predecessor left.
      await Bun.sleep(500);
      servers.push(await startServer({ folder, ports: first.ports }));
      turns.push(await late);
      for (const { turnId } of turns)
        expect(await engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'one, two' });
      // What was on record is not run again.
      expect(starts).toEqual(['a', 'b', 'c']);
      expect(await engine.openTurns()).toEqual([]);
    } finally {
      await engine.stop();
      await worker.stop({ graceMs: 0 });
      for (const server of servers) await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of three, one that is gone for good costs nothing that was taken in: the others go on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'goondan-three-'));
    const cluster = await startCluster({ folder });
    const gate = Promise.withResolvers<string>();
    const swarm = { namespace: 'three' };
    const worker = await serveSteps({
      ...swarm,
      cluster: cluster.server(0),
      steps: { one: async () => 'one', two: () => gate.promise },
    });
    const engineAt = (place: number) =>
      new RestateEngine({ ...swarm, cluster: cluster.server(place), logger: console });
    const [lost, kept] = [engineAt(0), engineAt(2)];
    try {
      const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const turns = await Promise.all(
        keys.map((instanceKey) => lost.send({ agent: stepper, instanceKey }, inputEvent(instanceKey))),
      );
      await cluster.server(0).stop();
      gate.resolve('two');
      for (const turn of turns) expect(await kept.attach(turn.turnId)).toMatchObject({ output: 'one, two' });
    } finally {
      await lost.stop();
      await kept.stop();
      await worker.stop({ graceMs: 0 });
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
