import { describe, expect, test } from 'bun:test';
import { resultOutputs } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says, type FakeModel } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

/** Which results in what the model was last shown carry the notice. */
function noticed({ requests }: FakeModel): boolean[] {
  return resultOutputs(requests.at(-1)?.messages ?? []).map((output) =>
    JSON.stringify(output).includes('in a row'),
  );
}

const same = (id: string) => call(id, 'echo__say', { b: 1, a: { y: 2, x: 3 } });

describe('LOOP-1: the same call three times in a row', () => {
  test('is told to the model with the third result and every further one, within a step', async () => {
    const model = fakeModel(asks(same('a'), same('b'), same('c'), same('d')), says('done'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      await world.ask('go');
      expect(noticed(model)).toEqual([false, false, true, true]);
    });
  });

  test('is told across steps, whatever the order of the keys', async () => {
    const turned = call('c', 'echo__say', { a: { x: 3, y: 2 }, b: 1 });
    const model = fakeModel(asks(same('a')), asks(same('b')), asks(turned), says('done'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      await world.ask('go');
      expect(noticed(model)).toEqual([false, false, true]);
      const last = resultOutputs(model.requests.at(-1)?.messages ?? [])[2];
      // The result itself is there as well.
      expect(JSON.stringify(last)).toContain('\\"b\\":1');
    });
  });

  test('is not told of other arguments, of another tool, or after another call in between', async () => {
    const other = { ...echo, name: 'echo__other' };
    const model = fakeModel(
      asks(same('a'), same('b'), call('c', 'echo__say', { b: 2 })),
      asks(same('d'), same('e'), call('f', 'echo__other', { b: 1, a: { y: 2, x: 3 } })),
      asks(same('g'), same('h')),
      says('done'),
    );
    await withEngine({ model, tools: [echo, other] }, async (world) => {
      await world.ask('go');
      expect(noticed(model)).toEqual(Array.from({ length: 8 }, () => false));
    });
  });

  test('is counted anew in each turn', async () => {
    const model = fakeModel(asks(same('a'), same('b')), says('one'), asks(same('c')), says('two'));
    await withEngine({ model, tools: [echo] }, async (world) => {
      await world.ask('go');
      await world.ask('go');
      expect(noticed(model)).toEqual([false, false, false]);
    });
  });

  test('is told of calls that fail, too, beside their error', async () => {
    const broken = {
      ...echo,
      handler: () => {
        throw new Error('broken');
      },
    };
    const model = fakeModel(asks(same('a')), asks(same('b')), asks(same('c')), says('done'));
    await withEngine({ model, tools: [broken] }, async (world) => {
      await world.ask('go');
      expect(noticed(model)).toEqual([false, false, true]);
      expect(JSON.stringify(resultOutputs(model.requests.at(-1)?.messages ?? [])[2])).toContain('broken');
    });
  });
});
