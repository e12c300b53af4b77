import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, JsonValue } from '@goondan/core';
import { rejectionOf } from '../model/ask.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { memoryConsole } from './support/memory-console.ts';
import { echo } from './support/tools.ts';
import { inStateRoot, withEngine, World } from './support/world.ts';

/** Counts the turns of an instance under a key, and notes what it read. */
function counter(seen: JsonValue[], key = 'count') {
  return ({ pipeline, state }: ExtensionApi): void => {
    pipeline.register('turn', async (context) => {
      const before = (await state.get(key)) ?? 0;
      seen.push(before);
      await state.set(key, Number(before) + 1);
      return context.next();
    });
  };
}

describe("an extension's state", () => {
  test('belongs to the instance: each has its own', async () => {
    const seen: JsonValue[] = [];
    await withEngine({ extensions: { counter: counter(seen) } }, async (world) => {
      for (const key of ['a', 'b', 'a', 'a', 'b']) await world.ask('go', key);
      expect(seen).toEqual([0, 0, 1, 2, 1]);
    });
  });

  test('belongs to the extension: the same key of another is another value', async () => {
    const [one, two]: [JsonValue[], JsonValue[]] = [[], []];
    const extensions = { one: counter(one), two: counter(two), ['__proto__']: () => {} };
    await withEngine({ extensions }, async (world) => {
      await world.ask('go');
      await world.ask('go');
      expect([one, two]).toEqual([
        [0, 1],
        [0, 1],
      ]);
    });
  });

  test('survives a restart of the engine', async () => {
    const seen: JsonValue[] = [];
    await inStateRoot(async (stateRoot) => {
      for (let life = 0; life < 3; life += 1) {
        const world = await World.open({ extensions: { counter: counter(seen) } }, { stateRoot });
        await world.ask('go');
        await world.stop();
      }
      expect(seen).toEqual([0, 1, 2]);
    });
  });

  test('is the same in turn, step and toolCall middleware, and in the tools of the extension', async () => {
    const seen: unknown[] = [];
    const extensions = {
      all: ({ pipeline, state, tools }: ExtensionApi) => {
        const note = async (place: string): Promise<void> => {
          const before = await state.get('places');
          const places = Array.isArray(before) ? before : [];
          await state.set('places', [...places, place]);
          seen.push(await state.get('places'));
        };
        pipeline.register('turn', async (context) => {
          await note('turn');
          return context.next();
        });
        pipeline.register('step', async (context) => {
          await note('step');
          return context.next();
        });
        pipeline.register('toolCall', async (context) => {
          await note('call');
          return context.next();
        });
        tools.register({ name: 'own__tool' }, async () => {
          await note('tool');
          return null;
        });
      },
    };
    const model = fakeModel(asks(call('a', 'own__tool')), says('done'));
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('go');
      expect(seen.at(-1)).toEqual(['turn', 'step', 'call', 'tool', 'step']);
      await world.ask('go');
      expect(seen.at(-1)).toEqual(['turn', 'step', 'call', 'tool', 'step', 'turn', 'step']);
    });
  });

  test('what was got or set is a copy: changing it changes nothing', async () => {
    const seen: unknown[] = [];
    const extensions = {
      sly: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          const value = { list: [1] };
          if ((await state.get('v')) === undefined) await state.set('v', value);
          value.list.push(2);
          const got = await state.get('v');
          if (typeof got === 'object' && got !== null && !Array.isArray(got)) got['more'] = true;
          seen.push(await state.get('v'));
          return context.next();
        });
      },
    };
    await withEngine({ extensions }, async (world) => {
      await world.ask('go');
      await world.ask('go');
      expect(seen).toEqual([{ list: [1] }, { list: [1] }]);
    });
  });

  test('outside a turn it throws E_EXTENSION_STATE', async () => {
    let api: ExtensionApi | undefined;
    await withEngine({ extensions: { late: (given) => void (api = given) } }, async (world) => {
      await world.ask('go');
      expect(await rejectionOf(Promise.resolve(api?.state.get('x')))).toMatchObject({
        code: 'E_EXTENSION_STATE',
      });
      expect(await rejectionOf(Promise.resolve(api?.state.set('x', 1)))).toMatchObject({
        code: 'E_EXTENSION_STATE',
      });
    });
  });

  test('turns of two instances that run side by side do not see each other', async () => {
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const seen = new Map<string, JsonValue | undefined>();
    const extensions = {
      crossing: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          await state.set('who', context.instanceKey);
          waiting += 1;
          if (waiting === 2) both.resolve();
          await both.promise;
          seen.set(context.instanceKey, await state.get('who'));
          return context.next();
        });
      },
    };
    await withEngine({ extensions }, async (world) => {
      await Promise.all([world.ask('go', 'a'), world.ask('go', 'b')]);
      expect(Object.fromEntries(seen)).toEqual({ a: 'a', b: 'b' });
    });
  });

  const oddValues: [string, unknown][] = [
    ['a BigInt', 10n],
    ['a function', () => 1],
    ['a Map', new Map([[1, 2]])],
    ['NaN', Number.NaN],
    ['a cycle', cycle()],
  ];
  test.each(oddValues)('refuses %s, which no journal takes, and the turn goes on', async (_what, value) => {
    let refusal: unknown;
    const extensions = {
      odd: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          await state.set('odd', anything<JsonValue>(value)).catch((thrown: unknown) => (refusal = thrown));
          return context.next();
        });
        pipeline.register('step', async (context) => {
          await state.set('odd', anything<JsonValue>(value)).catch((thrown: unknown) => (refusal = thrown));
          return context.next();
        });
      },
    };
    await withEngine({ extensions }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(refusal).toMatchObject({ code: 'E_EXTENSION_STATE' });
      expect((await world.ask('again')).status).toBe('completed');
    });
  });

  test('undefined counts as null', async () => {
    const seen: unknown[] = [];
    const extensions = {
      odd: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('step', async (context) => {
          seen.push(await state.get('odd'));
          await state.set('odd', anything<JsonValue>(undefined));
          return context.next();
        });
      },
    };
    await withEngine({ extensions }, async (world) => {
      await world.ask('go');
      await world.ask('go');
      expect(seen).toEqual([undefined, null]);
    });
  });

  test('a turn that fails keeps what was set', async () => {
    const seen: JsonValue[] = [];
    const model = fakeModel(() => Promise.reject(new Error('down')), says('up'));
    await withEngine({ model, extensions: { counter: counter(seen) } }, async (world) => {
      expect((await world.ask('go')).status).toBe('failed');
      await world.ask('go');
      expect(seen).toEqual([0, 1]);
    });
  });
});

describe("an extension's events", () => {
  test('reach the listeners of all extensions; one that throws is logged and disturbs nobody', async () => {
    const heard: unknown[] = [];
    const { logger, text } = memoryConsole();
    const extensions = {
      speaker: ({ pipeline, events }: ExtensionApi) => {
        pipeline.register('toolCall', (context) => {
          events.emit('call', { toolName: context.toolName });
          return context.next();
        });
      },
      broken: ({ events }: ExtensionApi) => {
        events.on('call', () => {
          throw new Error('deaf');
        });
      },
      listener: ({ events }: ExtensionApi) => {
        const off = events.on('call', (payload) => {
          heard.push(payload);
          off();
        });
      },
    };
    const model = fakeModel(asks(call('a', 'echo__say'), call('b', 'echo__say')), says('done'));
    await withEngine({ model, tools: [echo], extensions, logger }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
      expect(heard).toEqual([{ toolName: 'echo__say' }]);
      expect(text()).toContain('deaf');
    });
  });
});

function cycle(): unknown {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  return loop;
}
