import { describe, expect, test } from 'bun:test';
import { GoondanError, type ExtensionApi, type TurnMiddleware, type TurnResult } from '@goondan/core';
import { conversationProblem, outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { echo, gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';
import { textOf } from './support/text-of.ts';

function extension(...middlewares: readonly TurnMiddleware[]) {
  return {
    test: ({ pipeline }: ExtensionApi) => {
      for (const middleware of middlewares) pipeline.register('turn', middleware);
    },
  };
}

describe('turn middleware', () => {
  test('PIPE-1: the first registered is outermost, across extensions; priority goes before', async () => {
    const log: string[] = [];
    const noting =
      (name: string): TurnMiddleware =>
      async (context) => {
        log.push(`${name}>`);
        const result = await context.next();
        log.push(`<${name}`);
        return result;
      };
    const extensions = {
      first: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', noting('a'));
        pipeline.register('turn', noting('b'));
      },
      second: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', noting('c'));
        pipeline.register('turn', noting('z'), { priority: -1 });
      },
    };
    const model = fakeModel(() => {
      log.push('model');
      return says('done');
    });
    await withEngine({ model, extensions }, async (world) => {
      await world.ask('go');
      expect(log).toEqual(['z>', 'a>', 'b>', 'c>', 'model', '<c', '<b', '<a', '<z']);
    });
  });

  test('sees the turn, shares metadata with the others, and may change the answer', async () => {
    const seen: unknown[] = [];
    const outer: TurnMiddleware = async (context) => {
      context.metadata['from'] = 'outer';
      const result = await context.next();
      seen.push(context.metadata['back']);
      return { ...result, output: `${textOf(result.output)}!` };
    };
    const inner: TurnMiddleware = (context) => {
      const { agentName, instanceKey, turnId, inputEvent, conversationState } = context;
      seen.push({ agentName, instanceKey, turnId, input: inputEvent.input, from: context.metadata['from'] });
      seen.push(outline(conversationState.messages.map(({ data }) => data)));
      context.metadata = { back: 'inner' };
      return context.next();
    };
    await withEngine(
      { model: fakeModel(says('done')), extensions: extension(outer, inner) },
      async (world) => {
        const { output, turnId } = await world.ask('go', 'k');
        expect(output).toBe('done!');
        expect(seen).toEqual([
          { agentName: 'helper', instanceKey: 'k', turnId, input: 'go', from: 'outer' },
          ['user go'],
          'inner',
        ]);
      },
    );
  });

  test('that never calls next() answers itself; the model is not asked, and the next turn works', async () => {
    const shortcut: TurnMiddleware = (context) =>
      context.inputEvent.input === 'cached'
        ? { turnId: context.turnId, status: 'completed', output: 'from the cache' }
        : context.next();
    const model = fakeModel(says('asked'));
    await withEngine({ model, extensions: extension(shortcut) }, async (world) => {
      expect(await world.ask('cached')).toMatchObject({
        status: 'completed',
        output: 'from the cache',
        steps: 0,
      });
      expect(model.requests).toHaveLength(0);
      expect((await world.ask('other')).output).toBe('asked');
    });
  });

  test('may refuse a turn with an error of its own', async () => {
    const refusing: TurnMiddleware = ({ turnId }) => ({
      turnId,
      status: 'failed',
      error: { code: 'E_AGENT_BUDGET', message: 'no money left' },
    });
    await withEngine({ extensions: extension(refusing) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'failed', error: { message: 'no money left' } });
    });
  });

  test('PIPE-1: next() called twice fails the turn with E_EXTENSION_NEXT_TWICE, and steps run once', async () => {
    const twice: TurnMiddleware = async (context) => {
      await context.next();
      return context.next();
    };
    const model = fakeModel(says('done'));
    await withEngine({ model, extensions: extension(twice) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({
        status: 'failed',
        error: { code: 'E_EXTENSION_NEXT_TWICE' },
      });
      expect(model.requests).toHaveLength(1);
    });
  });

  test.each([
    ['before next()', async () => Promise.reject(new Error('boom'))],
    ['after next()', async (context) => context.next().then(() => Promise.reject(new Error('boom')))],
    [
      'at once',
      () => {
        throw new Error('boom');
      },
    ],
  ] satisfies [string, TurnMiddleware][])(
    'that throws %s fails the turn with E_EXTENSION_MIDDLEWARE; what was said stays, and the next turn works',
    async (_when, middleware) => {
      const model = fakeModel(asks(call('a', 'echo__say')), says('done'));
      let isOn = true;
      const sometimes: TurnMiddleware = (context) => (isOn ? middleware(context) : context.next());
      await withEngine({ model, tools: [echo], extensions: extension(sometimes) }, async (world) => {
        const outcome = await world.ask('go');
        expect(outcome).toMatchObject({ status: 'failed', error: { code: 'E_EXTENSION_MIDDLEWARE' } });
        expect(outcome.error?.message).toContain('boom');
        expect(conversationProblem(await world.conversation())).toBeUndefined();
        isOn = false;
        expect((await world.ask('next')).status).toBe('completed');
      });
    },
  );

  test("an error of Goondan's own that it throws keeps its code", async () => {
    const failing: TurnMiddleware = () => Promise.reject(new GoondanError('E_AGENT_BUDGET', 'spent'));
    await withEngine({ extensions: extension(failing) }, async (world) => {
      expect((await world.ask('go')).error).toMatchObject({ code: 'E_AGENT_BUDGET', message: 'spent' });
    });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'done'],
    ['no status', { output: 'x' }],
    ['a status nobody knows', { status: 'fine' }],
    ['an output that is no JSON', { status: 'completed', output: 10n }],
  ])('that gives back %s fails the turn with E_EXTENSION_MIDDLEWARE', async (_what, value) => {
    const odd: TurnMiddleware = async (context) => {
      await context.next();
      return anything<TurnResult>(value);
    };
    await withEngine({ extensions: extension(odd) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({
        status: 'failed',
        error: { code: 'E_EXTENSION_MIDDLEWARE' },
      });
    });
  });

  test('that does not wait for next() does not cut the conversation: the turn ends when its steps have', async () => {
    const slow = gatedTool('slow__one');
    const hasty: TurnMiddleware = async (context) => {
      void context.next();
      await slow.untilStarted();
      slow.open();
      return { turnId: context.turnId, status: 'completed', output: 'too soon' };
    };
    const model = fakeModel(asks(call('a', 'slow__one')), says('done'));
    let isOn = true;
    const sometimes: TurnMiddleware = (context) => (isOn ? hasty(context) : context.next());
    await withEngine({ model, tools: [slow.tool], extensions: extension(sometimes) }, async (world) => {
      expect((await world.ask('go')).output).toBe('too soon');
      expect(outline(await world.conversation())).toEqual([
        'user go',
        'assistant →a',
        'tool a',
        'assistant done',
      ]);
      isOn = false;
      expect((await world.ask('next')).status).toBe('completed');
    });
  });

  test('sees a failure of the steps as a result, and may answer instead', async () => {
    const seen: unknown[] = [];
    const rescuing: TurnMiddleware = async (context) => {
      const result = await context.next();
      seen.push(result.status, result.error?.code);
      return result.status === 'failed'
        ? { turnId: context.turnId, status: 'completed', output: 'sorry' }
        : result;
    };
    const model = fakeModel(() => Promise.reject(new GoondanError('E_MODEL_UNAVAILABLE', 'down')));
    await withEngine({ model, extensions: extension(rescuing) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'sorry' });
      expect(seen).toEqual(['failed', 'E_MODEL_UNAVAILABLE']);
    });
  });
});
