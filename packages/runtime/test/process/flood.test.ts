import { describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { floodBundle, seenIn } from './support/flood.ts';
import { addressOf, inFolder, until, withProcesses } from './support/process-world.ts';

const reportSchema = z.object({
  accepted: z.number(),
  refused: z.number(),
  handled: z.number(),
  growth: z.number(),
  answers: z.number(),
  isOnce: z.boolean(),
});

describe('more than an agent can take', () => {
  test('queued events are handled once each, in order for each instance', async () => {
    await inFolder(async (root) => {
      mkdirSync(join(root, 'seen'));
      const [instances, each] = [100, 20];
      await withProcesses(floodBundle(root), async ({ engine }) => {
        const sent: Promise<unknown>[] = [];
        for (let index = 0; index < each; index += 1)
          for (let key = 0; key < instances; key += 1)
            sent.push(engine.send(addressOf(`worker/${key}`), inputEvent(String(index))));
        await Promise.all(sent);
        await until(() => engine.openTurns().length === 0);
      });
      const inOrder = Array.from({ length: each }, (_, index) => String(index));
      expect(seenIn(root)).toEqual(
        new Map(Array.from({ length: instances }, (_, key) => [String(key), inOrder])),
      );
    });
  }, 120_000);

  test.each(['block', 'wait'])(
    'COMM-7: when its handlers %s, senders are told; nothing accepted is lost, and the orchestrator stays small',
    async (stuck) => {
      const count = 5_000;
      const script = join(import.meta.dir, 'flood-run.ts');
      const child = Bun.spawn([process.execPath, '--no-install', script, stuck, String(count)], {
        stdout: 'pipe',
        stderr: 'inherit',
      });
      const report = reportSchema.parse(JSON.parse(await new Response(child.stdout).text()));
      expect(report).toMatchObject({ isOnce: true, answers: 5 });
      const { accepted, refused, handled, growth } = report;
      expect(accepted).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
      expect(accepted + refused).toBe(count);
      expect(handled).toBe(accepted);
      expect(growth).toBeLessThan(64 * 1024 * 1024);
    },
    120_000,
  );
});
