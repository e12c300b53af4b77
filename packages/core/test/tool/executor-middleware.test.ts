import { describe, expect, test } from 'bun:test';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import type { ToolCallMiddleware } from '../../src/pipeline/tool-call.ts';
import { ToolExecutor, ToolRegistry, type ToolResult } from '../../src/tool/index.ts';
import { unchecked } from './support/ill-typed.ts';
import { settled } from './support/never.ts';
import { scopeOf } from './support/scope.ts';
import { singleTool, toolName, type SingleTool } from './support/single-tool.ts';

const parameters = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false };

function echo(...middleware: readonly ToolCallMiddleware[]): SingleTool {
  return singleTool((_ctx, input) => input, { parameters }, { middleware });
}

describe('PIPE-1: order', () => {
  function tracing(name: string, trace: string[]): ToolCallMiddleware {
    return async (ctx) => {
      trace.push(`${name} before`);
      const result = await ctx.next();
      trace.push(`${name} after`);
      return result;
    };
  }

  test('PIPE-1: the first registered is outermost', async () => {
    const trace: string[] = [];
    await echo(tracing('a', trace), tracing('b', trace)).call();
    expect(trace).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  test('PIPE-1: lower priority is further out, equals in order of registration; a disposed layer is gone', async () => {
    const trace: string[] = [];
    const pipeline = new Pipeline();
    const registry = new ToolRegistry();
    registry.register({ name: toolName, handler: () => 1 });
    const executor = new ToolExecutor(registry, { middleware: pipeline.toolCall });
    const run = async (): Promise<string> => {
      trace.length = 0;
      await executor.execute({ id: 'c1', name: toolName, args: {} }, scopeOf());
      return trace
        .filter((entry) => entry.endsWith('before'))
        .join(' ')
        .replaceAll(' before', '');
    };
    expect(await run()).toBe('');
    pipeline.register('toolCall', tracing('first', trace));
    const dispose = pipeline.register('toolCall', tracing('inner', trace), { priority: 5 });
    pipeline.register('toolCall', tracing('outer', trace), { priority: -5 });
    pipeline.register('toolCall', tracing('second', trace));
    expect(await run()).toBe('outer first second inner');
    dispose();
    expect(await run()).toBe('outer first second');
  });

  test('PIPE-1: the context holds these fields, and args and metadata are shared by the layers', async () => {
    const seen: unknown[] = [];
    const tool = echo(
      (ctx) => {
        const { toolName: name, toolCallId, agentName, instanceKey, turnId, stepIndex, args, metadata } = ctx;
        seen.push({ name, toolCallId, agentName, instanceKey, turnId, stepIndex, args, metadata });
        ctx.metadata['from'] = 'outer';
        ctx.args = { n: 2 };
        return ctx.next();
      },
      (ctx) => {
        seen.push([ctx.metadata, ctx.args]);
        ctx.metadata = {};
        return ctx.next();
      },
    );
    const result = await tool.call({ id: 'c1', args: { n: 1 }, options: { stepIndex: 3 } });
    expect(seen).toEqual([
      {
        name: toolName,
        toolCallId: 'c1',
        agentName: 'coder',
        instanceKey: 'default',
        turnId: 'turn-1',
        stepIndex: 3,
        args: { n: 1 },
        metadata: { from: 'outer' },
      },
      [{ from: 'outer' }, { n: 2 }],
    ]);
    expect(result.output).toEqual({ n: 2 });
  });

  test('PIPE-1: next may be taken out of the context and called alone', async () => {
    const tool = echo((ctx) => {
      const { next } = unchecked<{ readonly next: () => Promise<ToolResult> }>(ctx);
      return next();
    });
    expect((await tool.call({ args: { n: 1 } })).output).toEqual({ n: 1 });
  });
});

describe('PIPE-1: args', () => {
  test('PIPE-1: args changed by middleware are validated again before the handler, replaced or in place', async () => {
    let started = 0;
    const handler = (): number => (started += 1);
    const replace: ToolCallMiddleware = (ctx) => {
      ctx.args = { n: 'x' };
      return ctx.next();
    };
    const inPlace: ToolCallMiddleware = (ctx) => {
      ctx.args['n'] = 'x';
      return ctx.next();
    };
    for (const middleware of [replace, inPlace]) {
      const result = await singleTool(handler, { parameters }, { middleware: [middleware] }).call({
        args: { n: 1 },
      });
      expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
      expect(result.error?.message).toBe('lab__run: /n must be number, got string "x"');
    }
    expect(started).toBe(0);
  });

  test('PIPE-1: wrong args never reach middleware', async () => {
    let entered = 0;
    const tool = echo((ctx) => {
      entered += 1;
      return ctx.next();
    });
    expect((await tool.call({ args: { n: 'x' } })).error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(entered).toBe(0);
  });

  test('PIPE-1: what middleware does to the args neither reaches the caller nor, after next(), the handler', async () => {
    const go = Promise.withResolvers<void>();
    const tool = singleTool(
      async (_ctx, input) => {
        await go.promise;
        return input;
      },
      {},
      {
        middleware: [
          (ctx) => {
            ctx.args['seen'] = true;
            const result = ctx.next();
            ctx.args['seen'] = 'too late';
            go.resolve();
            return result;
          },
        ],
      },
    );
    const args = { n: 1 };
    expect((await tool.call({ args })).output).toEqual({ n: 1, seen: true });
    expect(args).toEqual({ n: 1 });
  });

  test('PIPE-1: args that are not JSON, or are no object, are refused', async () => {
    for (const args of [null, [], 'x', { n: 1n }, { f: () => 1 }]) {
      const tool = singleTool(
        () => 1,
        {},
        {
          middleware: [
            (ctx) => {
              Reflect.set(ctx, 'args', args);
              return ctx.next();
            },
          ],
        },
      );
      expect((await tool.call()).error?.code).toBe('E_TOOL_INVALID_ARGS');
    }
  });
});

describe('PIPE-1: next()', () => {
  test('PIPE-1: not calling it short-circuits, and the result belongs to the call whatever ids it carries', async () => {
    let started = 0;
    const middleware: ToolCallMiddleware[] = [
      () => ({ toolCallId: 'other', toolName: 'other__tool', status: 'ok', output: 'cached' }),
    ];
    const result = await singleTool(() => (started += 1), {}, { middleware }).call({ id: 'c1' });
    expect(result).toEqual({ toolCallId: 'c1', toolName, status: 'ok', output: 'cached' });
    expect(started).toBe(0);
  });

  test('PIPE-1: a second call of it is E_EXTENSION_NEXT_TWICE and starts no second handler', async () => {
    let started = 0;
    const middleware: ToolCallMiddleware[] = [
      async (ctx) => {
        await ctx.next();
        return ctx.next();
      },
    ];
    const result = await singleTool(() => (started += 1), {}, { middleware }).call();
    expect(result.error?.code).toBe('E_EXTENSION_NEXT_TWICE');
    expect(started).toBe(1);
  });

  test('PIPE-1, ERR-1: a second call of it that nobody waits for starts nothing and leaves no rejection behind', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    try {
      let started = 0;
      const middleware: ToolCallMiddleware[] = [
        (ctx) => {
          const result = ctx.next();
          void ctx.next();
          return result;
        },
      ];
      await singleTool(() => (started += 1), {}, { middleware }).call();
      await settled();
      expect(started).toBe(1);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', listener);
    }
  });
});
