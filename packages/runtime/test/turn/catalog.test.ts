import { describe, expect, test } from 'bun:test';
import type { ExtensionApi } from '@goondan/core';
import { asks, call, fakeModel, says, type FakeModel } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

function shown({ requests }: FakeModel): string[][] {
  return requests.map(({ tools }) => tools.map(({ name }) => name));
}

const add = { ...echo, name: 'calc__add' };
const sub = { ...echo, name: 'calc__sub' };

describe('the catalog of each step', () => {
  test('CAT-2: starts from the declared tools in declared order; CAT-5: the registry holds more', async () => {
    const model = fakeModel(asks(call('a', 'calc__add')), says('done'));
    await withEngine({ model, tools: [add, echo, sub], declared: ['echo'] }, async (world) => {
      const outcome = await world.ask('go');
      expect(shown(model)).toEqual([['echo__say'], ['echo__say']]);
      // ALLOW-2: what is registered but not shown is refused.
      expect(outcome.toolCalls[0]?.result.error).toMatchObject({
        code: 'E_TOOL_NOT_IN_CATALOG',
        message: "Tool 'calc__add' is not available in the current Tool Catalog.",
      });
    });
  });

  test('an unchanged tool set is byte-identical from step to step and turn to turn', async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), says('1'), says('2'));
    await withEngine({ model, tools: [sub, echo, add] }, async (world) => {
      await world.ask('go');
      await world.ask('go');
      const texts = model.requests.map(({ tools }) => JSON.stringify(tools));
      expect(new Set(texts).size).toBe(1);
      expect(shown(model)[0]).toEqual(['calc__add', 'calc__sub', 'echo__say']);
    });
  });

  test('CAT-4: a tool registered while a step runs is in the catalog of the next, and can be called there', async () => {
    let api: ExtensionApi | undefined;
    const grow = {
      ...echo,
      name: 'grow__one',
      handler: () => {
        api?.tools.register({ name: 'fresh__tool', description: 'New' }, () => 'fresh');
        return 'grown';
      },
    };
    const model = fakeModel(
      asks(call('a', 'grow__one'), call('b', 'fresh__tool')),
      asks(call('c', 'fresh__tool')),
      says('done'),
    );
    const extensions = { grower: (given: ExtensionApi) => void (api = given) };
    await withEngine(
      { model, tools: [grow], extensions, policy: { tools: { concurrency: 1 } } },
      async (world) => {
        const outcome = await world.ask('go');
        expect(shown(model)).toEqual([
          ['grow__one'],
          ['grow__one', 'fresh__tool'],
          ['grow__one', 'fresh__tool'],
        ]);
        expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.output)).toEqual([
          'grown',
          'E_TOOL_NOT_IN_CATALOG',
          'fresh',
        ]);
        // ITEM-1
        expect(model.requests[1]?.tools[1]?.source).toEqual({ type: 'extension', name: 'grower' });
      },
    );
  });

  test('CAT-6: a tool registered anew while the model thinks answers E_TOOL_STALE and runs neither code', async () => {
    let api: ExtensionApi | undefined;
    let starts = 0;
    const model = fakeModel(
      () => {
        api?.tools.register({ name: 'calc__add' }, () => `new code ${(starts += 1)}`);
        return asks(call('a', 'calc__add'));
      },
      asks(call('b', 'calc__add')),
      says('done'),
    );
    const tool = { ...add, handler: () => `old code ${(starts += 1)}` };
    const extensions = { swapper: (given: ExtensionApi) => void (api = given) };
    await withEngine({ model, tools: [tool], extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_STALE');
      expect(outcome.toolCalls[1]?.result.output).toBe('new code 1');
      expect(starts).toBe(1);
    });
  });

  test('a tool taken away while the model thinks answers E_TOOL_NOT_FOUND', async () => {
    let dispose = (): void => {};
    const model = fakeModel(() => {
      dispose();
      return asks(call('a', 'gone__tool'));
    }, says('done'));
    const extensions = {
      fickle: ({ tools }: ExtensionApi) =>
        void (dispose = tools.register({ name: 'gone__tool' }, () => 'here')),
    };
    await withEngine({ model, extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_NOT_FOUND');
      expect(shown(model)).toEqual([['gone__tool'], []]);
    });
  });

  test("CAT-3: a step middleware's change holds for that step only, also where it changes the list in place", async () => {
    const model = fakeModel(asks(call('a', 'echo__say')), asks(call('b', 'calc__add')), says('done'));
    const extensions = {
      hider: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', (context) => {
          if (context.stepIndex === 0) context.toolCatalog.splice(0, 1);
          if (context.stepIndex === 1) context.toolCatalog = [];
          return context.next();
        });
      },
    };
    await withEngine({ model, tools: [echo, add], extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(shown(model)).toEqual([['calc__add'], [], ['echo__say', 'calc__add']]);
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual([
        'E_TOOL_NOT_IN_CATALOG',
        'E_TOOL_NOT_IN_CATALOG',
      ]);
    });
  });

  test('CAT-6: an item made by hand in step middleware is bound by name; one with nothing behind it is not found', async () => {
    const model = fakeModel(asks(call('a', 'calc__add', { n: 1 }), call('b', 'made__up')), says('done'));
    const extensions = {
      maker: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', (context) => {
          context.toolCatalog = [{ name: 'calc__add', description: 'Renamed' }, { name: 'made__up' }];
          return context.next();
        });
      },
    };
    await withEngine({ model, tools: [add], extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.output)).toEqual([
        { n: 1 },
        'E_TOOL_NOT_FOUND',
      ]);
      expect(model.requests[0]?.tools[0]).toEqual({ name: 'calc__add', description: 'Renamed' });
    });
  });

  test('POL-2: a blocked tool is left out, and called all the same it is refused', async () => {
    const model = fakeModel(asks(call('a', 'calc__sub')), says('done'));
    const policy = { tools: { features: { tools_policy: true }, whitelist: ['calc__add'] } };
    await withEngine({ model, tools: [add, sub, echo], policy }, async (world) => {
      const outcome = await world.ask('go');
      expect(shown(model)[0]).toEqual(['calc__add']);
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_BLOCKED');
    });
  });

  test('POL-2: step middleware cannot bring a blocked tool back', async () => {
    const model = fakeModel(asks(call('a', 'calc__sub')), says('done'));
    const policy = { tools: { features: { tools_policy: true }, whitelist: ['calc__add'] } };
    const extensions = {
      helper: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', (context) => {
          context.toolCatalog.push({ name: 'calc__sub' });
          return context.next();
        });
      },
    };
    await withEngine({ model, tools: [add, sub], policy, extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_BLOCKED');
    });
  });
});
