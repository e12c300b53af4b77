import { describe, expect, test } from 'bun:test';
import {
  GoondanError,
  type CoreMessage,
  type ExtensionApi,
  type Generated,
  type TurnResult,
} from '@goondan/core';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

const question: CoreMessage[] = [{ role: 'user', content: 'Sum up.' }];

/** Asks in the step and in the turn, and keeps what it hears. */
function asking(heard: unknown[]) {
  return ({ pipeline }: ExtensionApi): void => {
    pipeline.register('turn', async (ctx) => {
      heard.push(await ctx.generate('plan', { instructions: 'Plan.', messages: question }));
      return ctx.next();
    });
    pipeline.register('step', async (ctx) => {
      heard.push(await ctx.generate('sum', { messages: question, maxOutputTokens: 7 }));
      return ctx.next();
    });
  };
}

describe('ctx.generate', () => {
  test("asks the agent's model beside the conversation: own instructions, no tools, no trace in the conversation", async () => {
    const heard: unknown[] = [];
    const model = fakeModel(says('the plan'), says('the sum'), says('the answer'));
    const parts = { model, tools: [echo], instructions: 'You help.', extensions: { asking: asking(heard) } };
    await withEngine(parts, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.output).toBe('the answer');
      expect(heard).toMatchObject([{ text: 'the plan' }, { text: 'the sum' }]);
      const [plan, sum, step] = model.requests;
      expect(plan).toMatchObject({ instructions: 'Plan.', messages: question, tools: [] });
      expect(plan).not.toHaveProperty('maxOutputTokens');
      expect(sum).toMatchObject({ messages: question, tools: [], maxOutputTokens: 7 });
      expect(sum).not.toHaveProperty('instructions');
      expect(step).toMatchObject({ instructions: 'You help.', messages: [{ role: 'user', content: 'go' }] });
      expect(await world.conversation()).toHaveLength(2);
    });
  });

  test('counts into the usage of the turn, which turn and step middleware are told', async () => {
    const told: unknown[] = [];
    const results: TurnResult[] = [];
    const extensions = {
      asking: asking([]),
      counting: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', async (ctx) => {
          const result = await ctx.next();
          results.push(result);
          return result;
        });
        pipeline.register('step', async (ctx) => {
          const result = await ctx.next();
          told.push(result.usage);
          return result;
        });
      },
    };
    const model = fakeModel(says('a'), says('b'), asks(call('c', 'echo__say')), says('d'), says('e'));
    await withEngine({ model, tools: [echo], extensions }, async (world) => {
      const outcome = await world.ask('go');
      expect(model.requests).toHaveLength(5);
      expect(outcome.usage).toEqual({ inputTokens: 50, outputTokens: 25, totalTokens: 75 });
      const each = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
      expect(told).toEqual([each, each]);
      expect(results).toMatchObject([{ status: 'completed', usage: { totalTokens: 75 } }]);
    });
  });

  test('counts into the budget: what it took is not there for steps, and beyond it nothing is asked', async () => {
    const model = fakeModel(says('a'));
    const policy = { budget: { maxTokens: 15 } };
    await withEngine({ model, policy, extensions: { asking: asking([]) } }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'E_AGENT_BUDGET' } });
      expect(model.requests).toHaveLength(1);
    });
  });

  test('beyond the budget it rejects with E_AGENT_BUDGET and asks nobody', async () => {
    const heard: unknown[] = [];
    const extensions = {
      greedy: ({ pipeline }: ExtensionApi) => {
        pipeline.register('turn', async (ctx) => {
          await ctx.generate('first', { messages: question });
          await ctx.generate('second', { messages: question }).catch((thrown: unknown) => heard.push(thrown));
          return ctx.next();
        });
      },
    };
    const model = fakeModel(says('a'));
    await withEngine({ model, policy: { budget: { maxTokens: 15 } }, extensions }, async (world) => {
      await world.ask('go');
      expect(heard).toMatchObject([{ code: 'E_AGENT_BUDGET' }]);
      expect(model.requests).toHaveLength(1);
    });
  });

  test('within a layer the same name is the same question; another layer has its own', async () => {
    const heard: Generated[] = [];
    const layer = ({ pipeline }: ExtensionApi): void => {
      pipeline.register('step', async (ctx) => {
        heard.push(
          ...(await Promise.all([
            ctx.generate('x', { messages: question }),
            ctx.generate('x', { messages: question }),
          ])),
        );
        return ctx.next();
      });
    };
    const model = fakeModel(says('one'), says('two'), says('done'));
    await withEngine({ model, extensions: { first: layer, second: layer } }, async (world) => {
      await world.ask('go');
      expect(heard.map(({ text }) => text)).toEqual(['one', 'one', 'two', 'two']);
    });
  });

  test("a model's failure is the middleware's to handle", async () => {
    const heard: unknown[] = [];
    const extensions = {
      careful: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', async (ctx) => {
          await ctx.generate('x', { messages: question }).catch((thrown: unknown) => heard.push(thrown));
          return ctx.next();
        });
      },
    };
    const down = () => Promise.reject(new GoondanError('E_MODEL_UNAVAILABLE', 'down'));
    await withEngine({ model: fakeModel(down, says('up')), extensions }, async (world) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'up' });
      expect(heard).toMatchObject([{ code: 'E_MODEL_UNAVAILABLE' }]);
    });
  });

  test('a call without its result is no reason for a provider to refuse the question', async () => {
    const messages: CoreMessage[] = [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'x__y', input: {} }] },
      ...question,
    ];
    const extensions = {
      careless: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', async (ctx) => {
          await ctx.generate('x', { messages });
          return ctx.next();
        });
      },
    };
    await withEngine({ model: fakeModel(says('fine'), says('done')), extensions }, async (world) => {
      expect((await world.ask('go')).status).toBe('completed');
    });
  });

  test('known secrets neither reach the model by it nor come back from it', async () => {
    const heard: unknown[] = [];
    const secret = 'sk-very-secret-value-1';
    const extensions = {
      leaky: ({ pipeline }: ExtensionApi) => {
        pipeline.register('step', async (ctx) => {
          const messages: CoreMessage[] = [{ role: 'user', content: `key ${secret}` }];
          heard.push(await ctx.generate('x', { instructions: secret, messages }));
          return ctx.next();
        });
      },
    };
    const model = fakeModel(says(`it is ${secret}`), says('done'));
    await withEngine({ model, extensions, secrets: [{ name: 'KEY', value: secret }] }, async (world) => {
      await world.ask('go');
      expect(JSON.stringify([heard, model.requests.slice(0, 1)])).not.toContain(secret);
    });
  });
});
