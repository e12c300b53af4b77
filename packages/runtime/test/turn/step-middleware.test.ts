import { describe, expect, test } from 'bun:test';
import { type ExtensionApi, GoondanError, type StepMiddleware, type StepResult } from '@goondan/core';
import { conversationProblem, outline } from './support/conversation-problem.ts';
import { asks, call, fakeModel, hangingAnswer, says } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { echo, gatedTool } from './support/tools.ts';
import { withEngine } from './support/world.ts';

function extension(...middlewares: readonly StepMiddleware[]) {
  return {
    test: ({ pipeline }: ExtensionApi) => {
      for (const middleware of middlewares) pipeline.register('step', middleware);
    },
  };
}

const answers = (text: string): StepResult => ({ text, toolCalls: [], toolResults: [] });

describe('step middleware', () => {
  test('surrounds every step, outermost first, and sees what the step came to', async () => {
    const log: string[] = [];
    const noting =
      (name: string): StepMiddleware =>
      async (context) => {
        log.push(`${name}${context.stepIndex}>`);
        const { text, toolCalls, toolResults } = await context.next();
        log.push(
          `<${name}${context.stepIndex} ${text}${toolCalls.map(({ id }) => id).join()} ${toolResults.map(({ status }) => status).join()}`,
        );
        expect(context.turn).toMatchObject({
          agentName: 'helper',
          instanceKey: 'default',
          inputEvent: { input: 'go' },
        });
        return { text, toolCalls, toolResults };
      };
    const model = fakeModel(asks(call('x', 'echo__say')), says('done'));
    await withEngine(
      { model, tools: [echo], extensions: extension(noting('a'), noting('b')) },
      async (world) => {
        await world.ask('go');
        expect(log).toEqual(['a0>', 'b0>', '<b0 x ok', '<a0 x ok', 'a1>', 'b1>', '<b1 done ', '<a1 done ']);
      },
    );
  });

  test('that answers itself: the model is not asked, and its text is part of the conversation', async () => {
    const shortcut: StepMiddleware = (context) =>
      context.turn.inputEvent.input === 'hi' ? answers('안녕하세요') : context.next();
    const model = fakeModel(says('asked'));
    await withEngine({ model, extensions: extension(shortcut) }, async (world) => {
      expect(await world.ask('hi')).toMatchObject({ status: 'completed', output: '안녕하세요' });
      expect(model.requests).toHaveLength(0);
      await world.ask('more');
      expect(outline(model.requests[0]?.messages ?? [])).toEqual([
        'user hi',
        'assistant 안녕하세요',
        'user more',
      ]);
    });
  });

  test('that answers where the model failed: its text is part of the conversation', async () => {
    const rescuing: StepMiddleware = (context) => context.next().catch(() => answers('The model is away.'));
    const model = fakeModel(
      () => Promise.reject(new GoondanError('E_MODEL_UNAVAILABLE', 'down')),
      says('back'),
    );
    await withEngine({ model, extensions: extension(rescuing) }, async (world) => {
      expect(await world.ask('hi')).toMatchObject({ status: 'completed', output: 'The model is away.' });
      expect(outline(await world.conversation())).toEqual(['user hi', 'assistant The model is away.']);
    });
  });

  test('metadata is shared within a step and not beyond it', async () => {
    const seen: unknown[] = [];
    const outer: StepMiddleware = (context) => {
      seen.push({ ...context.metadata });
      context.metadata['step'] = context.stepIndex;
      return context.next();
    };
    const inner: StepMiddleware = (context) => {
      seen.push({ ...context.metadata });
      return context.next();
    };
    const model = fakeModel(asks(call('x', 'echo__say')), says('done'));
    await withEngine({ model, tools: [echo], extensions: extension(outer, inner) }, async (world) => {
      await world.ask('go');
      expect(seen).toEqual([{}, { step: 0 }, {}, { step: 1 }]);
    });
  });

  test.each([
    ['before next()', () => Promise.reject(new Error('boom'))],
    ['after next()', (context) => context.next().then(() => Promise.reject(new Error('boom')))],
    [
      'at once',
      () => {
        throw new TypeError('boom');
      },
    ],
  ] satisfies [string, StepMiddleware][])(
    'that throws %s fails the turn with E_EXTENSION_MIDDLEWARE, its conversation complete, and the next turn works',
    async (_when, middleware) => {
      let isOn = true;
      const sometimes: StepMiddleware = (context) => (isOn ? middleware(context) : context.next());
      const model = fakeModel(asks(call('x', 'echo__say')), says('done'), says('done'));
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

  test("lets an error of the model through as it is: it is not the middleware's", async () => {
    const passing: StepMiddleware = async (context) => context.next();
    const model = fakeModel(() => Promise.reject(new GoondanError('E_MODEL_AUTH', 'wrong key')));
    await withEngine({ model, extensions: extension(passing) }, async (world) => {
      expect((await world.ask('go')).error).toMatchObject({ code: 'E_MODEL_AUTH', message: 'wrong key' });
    });
  });

  test('PIPE-1: next() called twice fails the turn with E_EXTENSION_NEXT_TWICE; the model is asked once', async () => {
    const twice: StepMiddleware = async (context) => {
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

  test('PIPE-1: next() called after its layer has ended is refused, also while others go on: the model is not asked', async () => {
    const late = Promise.withResolvers<unknown>();
    let call: (() => Promise<StepResult>) | undefined;
    const outer: StepMiddleware = async (context) => {
      const result = await context.next();
      late.resolve(await call?.().catch((thrown: unknown) => thrown));
      return result;
    };
    const inner: StepMiddleware = (context) => {
      call = () => context.next();
      return answers('short');
    };
    const model = fakeModel(says('asked'));
    await withEngine({ model, extensions: extension(outer, inner) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'short' });
      expect(await late.promise).toMatchObject({ code: 'E_EXTENSION_NEXT_LATE' });
      expect(await call?.().catch((thrown: unknown) => thrown)).toMatchObject({
        code: 'E_EXTENSION_NEXT_LATE',
      });
      expect(model.requests).toHaveLength(0);
    });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'done'],
    ['no text', { toolCalls: [], toolResults: [] }],
    ['no list of calls', { text: 'x' }],
  ])('that gives back %s fails the turn with E_EXTENSION_MIDDLEWARE', async (_what, value) => {
    const odd: StepMiddleware = async (context) => {
      await context.next();
      return anything<StepResult>(value);
    };
    const model = fakeModel(asks(call('x', 'echo__say')), says('next'));
    await withEngine({ model, tools: [echo], extensions: extension(odd) }, async (world) => {
      expect(await world.ask('go')).toMatchObject({
        status: 'failed',
        error: { code: 'E_EXTENSION_MIDDLEWARE' },
      });
      expect(conversationProblem(await world.conversation())).toBeUndefined();
    });
  });

  test('that does not wait for next() does not cut the conversation', async () => {
    const slow = gatedTool('slow__one');
    const hasty: StepMiddleware = async (context) => {
      void context.next();
      await slow.untilStarted();
      slow.open();
      return answers('too soon');
    };
    let isOn = true;
    const sometimes: StepMiddleware = (context) => (isOn ? hasty(context) : context.next());
    const model = fakeModel(asks(call('a', 'slow__one')), says('next'));
    await withEngine({ model, tools: [slow.tool], extensions: extension(sometimes) }, async (world) => {
      expect((await world.ask('go')).output).toBe('too soon');
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      isOn = false;
      expect(await world.ask('next')).toMatchObject({ status: 'completed', output: 'next' });
    });
  });

  test('that gives up on next() while the model is asked can still be cancelled', async () => {
    const { answer, asked } = hangingAnswer();
    const hasty: StepMiddleware = async (context) => {
      void context.next();
      await asked;
      return answers('too soon');
    };
    await withEngine({ model: fakeModel(answer), extensions: extension(hasty) }, async (world) => {
      const turnId = await world.send('go');
      await asked;
      await world.engine.cancel(turnId);
      expect((await world.engine.attach(turnId)).status).toBe('cancelled');
    });
  });
});
