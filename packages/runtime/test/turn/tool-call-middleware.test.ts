import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, ToolCallMiddleware, ToolCallResult } from '@goondan/core';
import { resultOutputs } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { anything } from './support/anything.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

function extension(...middlewares: readonly ToolCallMiddleware[]) {
  return {
    test: ({ pipeline }: ExtensionApi) => {
      for (const middleware of middlewares) pipeline.register('toolCall', middleware);
    },
  };
}

const once = () => fakeModel(asks(call('x', 'echo__say', { n: 1 })), says('done'));

describe('toolCall middleware', () => {
  test('surrounds each call, knows its place, shares metadata and may change arguments and result', async () => {
    const seen: unknown[] = [];
    const outer: ToolCallMiddleware = async (context) => {
      const { toolName, toolCallId, agentName, instanceKey, turnId, stepIndex } = context;
      seen.push({ toolName, toolCallId, agentName, instanceKey, turnId, stepIndex });
      context.metadata['from'] = 'outer';
      context.args = { ...context.args, m: 2 };
      const result = await context.next();
      return { ...result, output: { wrapped: result.output ?? null } };
    };
    const inner: ToolCallMiddleware = (context) => {
      seen.push(context.metadata['from'], context.args);
      return context.next();
    };
    const model = once();
    await withEngine({ model, tools: [echo], extensions: extension(outer, inner) }, async (world) => {
      const { turnId, toolCalls } = await world.ask('go');
      expect(seen).toEqual([
        {
          toolName: 'echo__say',
          toolCallId: 'x',
          agentName: 'helper',
          instanceKey: 'default',
          turnId,
          stepIndex: 0,
        },
        'outer',
        { n: 1, m: 2 },
      ]);
      expect(toolCalls[0]?.result.output).toEqual({ wrapped: { n: 1, m: 2 } });
      // PIPE-2: what came out of the chain is what the model reads.
      expect(resultOutputs(model.requests[1]?.messages ?? [])).toEqual([
        { type: 'json', value: { wrapped: { n: 1, m: 2 } } },
      ]);
    });
  });

  test('that never calls next() answers for the tool, which does not start', async () => {
    let starts = 0;
    const tool = { ...echo, handler: () => (starts += 1) };
    const cache: ToolCallMiddleware = ({ toolCallId, toolName }) => ({
      toolCallId,
      toolName,
      status: 'ok',
      output: 'cached',
    });
    await withEngine({ model: once(), tools: [tool], extensions: extension(cache) }, async (world) => {
      const { toolCalls } = await world.ask('go');
      expect(toolCalls[0]?.result.output).toBe('cached');
      expect(starts).toBe(0);
    });
  });

  test.each([
    ['before next()', () => Promise.reject(new Error('boom'))],
    ['after next()', (context) => context.next().then(() => Promise.reject(new Error('boom')))],
  ] satisfies [string, ToolCallMiddleware][])(
    'ERR-1: that throws %s becomes a result of E_EXTENSION_MIDDLEWARE, and the turn goes on',
    async (_when, middleware) => {
      await withEngine({ model: once(), tools: [echo], extensions: extension(middleware) }, async (world) => {
        const outcome = await world.ask('go');
        expect(outcome).toMatchObject({ status: 'completed', output: 'done' });
        expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_EXTENSION_MIDDLEWARE');
      });
    },
  );

  test('PIPE-1: next() called twice becomes a result of E_EXTENSION_NEXT_TWICE; the handler starts once', async () => {
    let starts = 0;
    const tool = { ...echo, handler: () => (starts += 1) };
    const twice: ToolCallMiddleware = async (context) => {
      await context.next();
      return context.next();
    };
    await withEngine({ model: once(), tools: [tool], extensions: extension(twice) }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_EXTENSION_NEXT_TWICE');
      expect(outcome.status).toBe('completed');
      expect(starts).toBe(1);
    });
  });

  test('that changes arguments to ones that do not fit becomes E_TOOL_INVALID_ARGS', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'number' } } };
    const breaking: ToolCallMiddleware = (context) => {
      context.args['n'] = 'one';
      return context.next();
    };
    const tools = [{ ...echo, parameters }];
    await withEngine({ model: once(), tools, extensions: extension(breaking) }, async (world) => {
      const { toolCalls } = await world.ask('go');
      expect(toolCalls[0]?.result.error?.code).toBe('E_TOOL_INVALID_ARGS');
      // What the model asked for stays what it asked for.
      expect(toolCalls[0]?.args).toEqual({ n: 1 });
    });
  });

  test('that gives back no result, or that of another call, does not confuse the conversation', async () => {
    const values = [undefined, { status: 'ok', toolCallId: 'other', toolName: 'other__tool', output: 1 }];
    for (const value of values) {
      const odd: ToolCallMiddleware = () => anything<ToolCallResult>(value);
      await withEngine({ model: once(), tools: [echo], extensions: extension(odd) }, async (world) => {
        const outcome = await world.ask('go');
        expect(outcome.status).toBe('completed');
        expect(outcome.toolCalls[0]?.result).toMatchObject({ toolCallId: 'x', toolName: 'echo__say' });
      });
    }
  });
});
