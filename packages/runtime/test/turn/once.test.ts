import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, JsonValue, TurnMiddleware } from '@goondan/core';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

function extension(...middlewares: readonly TurnMiddleware[]) {
  return {
    test: ({ pipeline }: ExtensionApi) => {
      for (const middleware of middlewares) pipeline.register('turn', middleware);
    },
  };
}

describe('PIPE-3: ctx.once', () => {
  test('runs its effect once for one name of one layer, and gives all the same value', async () => {
    let effects = 0;
    const seen: unknown[] = [];
    const repeated: TurnMiddleware = async (context) => {
      const both = await Promise.all([
        context.once('n', () => (effects += 1)),
        context.once('n', () => (effects += 1)),
      ]);
      seen.push(...both, await context.once('n', () => (effects += 1)));
      return context.next();
    };
    await withEngine({ extensions: extension(repeated) }, async (world) => {
      await world.ask('go');
      expect(seen).toEqual([1, 1, 1]);
      await world.ask('go');
      expect(seen).toEqual([1, 1, 1, 2, 2, 2]);
    });
  });

  test('the same name of two layers is two effects, also where one names what another is numbered', async () => {
    const seen: string[] = [];
    const layer =
      (id: string, names: readonly string[]): TurnMiddleware =>
      async (context) => {
        for (const name of names) seen.push(await context.once(name, () => `${id}:${name}`));
        return context.next();
      };
    const layers = [
      layer('a', ['n', 'n~2', 'n/2', '2/n']),
      layer('b', ['n', 'n~2']),
      layer('c', ['n~2', 'n']),
    ];
    await withEngine({ extensions: extension(...layers) }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(seen).toEqual(['a:n', 'a:n~2', 'a:n/2', 'a:2/n', 'b:n', 'b:n~2', 'c:n~2', 'c:n']);
    });
  });

  test('a name of a step is another in each step, and another than that of the turn', async () => {
    const seen: string[] = [];
    const extensions = {
      test: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          seen.push(await context.once('n', () => 'turn'));
          return context.next();
        });
        pipeline.register('step', async (context) => {
          seen.push(await context.once('n', () => `step ${context.stepIndex}`));
          return context.next();
        });
      },
    };
    const model = fakeModel(asks(call('a', 'echo__say')), says('done'));
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      await world.ask('go');
      expect(seen).toEqual(['turn', 'step 0', 'step 1']);
    });
  });

  test('an effect that gives nothing counts as null, and the turn goes on', async () => {
    const seen: unknown[] = [];
    const silent: TurnMiddleware = async (context) => {
      seen.push(await context.once('n', () => anything<JsonValue>(undefined)));
      return context.next();
    };
    await withEngine({ extensions: extension(silent) }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(seen).toEqual([null]);
    });
  });

  test.each([
    ['a BigInt', 10n],
    ['a function', () => 1],
  ])(
    'an effect that gives %s fails the turn as the fault of its extension; the next turn works',
    async (_what, value) => {
      let isOn = true;
      const odd: TurnMiddleware = async (context) => {
        if (isOn) await context.once('n', () => anything<JsonValue>(value));
        return context.next();
      };
      await withEngine({ extensions: extension(odd) }, async (world) => {
        expect(await world.ask('go')).toMatchObject({
          status: 'failed',
          error: { code: 'E_EXTENSION_MIDDLEWARE' },
        });
        isOn = false;
        expect((await world.ask('go')).status).toBe('completed');
      });
    },
  );

  test('an effect that throws throws at its layer, which may go on', async () => {
    const caught: unknown[] = [];
    const failing: TurnMiddleware = async (context) => {
      await context
        .once('n', () => Promise.reject(new Error('no net')))
        .catch((thrown: unknown) => caught.push(thrown));
      return context.next();
    };
    await withEngine({ extensions: extension(failing) }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(caught).toMatchObject([{ message: 'no net' }]);
    });
  });
});
