import { tmpdir } from 'node:os';
import { inputEvent, SecretMask } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { expect, test } from 'bun:test';
import { memoryConsole } from '../../../runtime/test/turn/support/memory-console.ts';
import { testKey } from '../../../runtime/test/turn/support/test-key.ts';
import { queryCluster } from '../../src/client/admin.ts';
import { RestateEngine } from '../../src/client/restate-engine.ts';
import { serveAgents } from '../../src/worker/serve-agents.ts';
import { sharedServer } from '../restate-test-engine.ts';

const rowSchema = shape.object({ raw: shape.string() });

test('SPEC §12: what a step throws is written down without the secrets that are in it', async () => {
  const cluster = await sharedServer();
  const mask = new SecretMask([{ name: 'TEST_KEY', value: testKey }]);
  const swarm = {
    cluster,
    namespace: 'thrown',
    agents: ['helper'],
    logger: memoryConsole().logger,
    mask: <Value>(value: Value): Value => mask.json(value),
  };
  const thrown = Promise.withResolvers<void>();
  const worker = await serveAgents({
    ...swarm,
    workdirOf: () => tmpdir(),
    runnerOf: async () => async (context) => {
      const bad = context.step('bad', shape.string(), () => Promise.reject(new Error(`bad key ${testKey}`)));
      await bad.catch(() => thrown.resolve());
      return new Promise(() => {});
    },
  });
  const engine = new RestateEngine(swarm);
  try {
    await engine.send({ agent: 'helper', instanceKey: 'main' }, inputEvent('go'));
    await thrown.promise;
    const rows = await queryCluster(
      cluster,
      `select raw from sys_journal where entry_type = 'Notification: Run'`,
      rowSchema,
    );
    // As hexadecimal digits, which is how the cluster tells bytes.
    const texts = rows.map(({ raw }) => Buffer.from(raw, 'hex').toString());
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('bad key [secret TEST_KEY]');
  } finally {
    await engine.stop();
    await worker.stop({ graceMs: 0 });
  }
});
