import { describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { floodBundle, seenIn } from './support/flood.ts';
import { addressOf, inFolder, until, withProcesses } from './support/process-world.ts';

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
      const report: unknown = JSON.parse(await new Response(child.stdout).text());
      expect(report).toMatchObject({ isOnce: true, answers: 5 });
      const { accepted, refused, handled, growth } = numbersOf(report);
      expect(accepted).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
      expect(accepted + refused).toBe(count);
      expect(handled).toBe(accepted);
      expect(growth).toBeLessThan(64 * 1024 * 1024);
    },
    120_000,
  );
});

function numbersOf(report: unknown): Record<'accepted' | 'refused' | 'handled' | 'growth', number> {
  const found = new Map(Object.entries(Object(report)).map(([name, value]) => [name, Number(value)]));
  const of = (name: string): number => found.get(name) ?? Number.NaN;
  return { accepted: of('accepted'), refused: of('refused'), handled: of('handled'), growth: of('growth') };
}
