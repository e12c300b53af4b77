import { expect, test } from 'bun:test';
import type { ToolContext } from '../../src/tool/index.ts';
import { aborted, never } from './support/never.ts';
import { singleTool } from './support/single-tool.ts';

/** Keeps the process busy: no timer can ring meanwhile. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('TIME-1: a handler that never settles ends as E_TOOL_TIMEOUT with this message', async () => {
  const result = await singleTool(() => never(), { timeoutMs: 5 }).call();
  expect(result.error?.code).toBe('E_TOOL_TIMEOUT');
  expect(result.error?.name).toBe('ToolTimeoutError');
  expect(result.error?.message).toBe('lab__run took longer than 5 ms and was stopped.');
});

test('TIME-1: no call is timed out before its limit', async () => {
  const start = performance.now();
  await singleTool(() => never(), { timeoutMs: 40 }).call();
  expect(performance.now() - start).toBeGreaterThanOrEqual(40);
});

test('TIME-1: ctx.signal aborts with a TimeoutError, and a handler that ignores it changes nothing', async () => {
  const seen = Promise.withResolvers<unknown>();
  const release = Promise.withResolvers<void>();
  const tool = singleTool(
    async (ctx) => {
      await aborted(ctx.signal);
      seen.resolve(ctx.signal.reason);
      await release.promise;
      return 'late';
    },
    { timeoutMs: 5 },
  );
  const result = await tool.call();
  expect(result.error?.code).toBe('E_TOOL_TIMEOUT');
  const reason = await seen.promise;
  expect(reason instanceof DOMException && reason.name).toBe('TimeoutError');
  release.resolve();
  await release.promise;
  expect(result.status).toBe('error');
});

test('TIME-1: a signal first read after the timeout is aborted, too', async () => {
  const read = Promise.withResolvers<AbortSignal>();
  const go = Promise.withResolvers<void>();
  const tool = singleTool(
    async (ctx) => {
      await go.promise;
      read.resolve(ctx.signal);
    },
    { timeoutMs: 5 },
  );
  expect((await tool.call()).error?.code).toBe('E_TOOL_TIMEOUT');
  go.resolve();
  const signal = await read.promise;
  const reason: unknown = signal.reason;
  expect(signal.aborted).toBe(true);
  expect(reason instanceof DOMException && reason.name).toBe('TimeoutError');
});

test('TIME-1: a late success after blocking the process is E_TOOL_TIMEOUT, sync and async, before and after an await', async () => {
  const handlers = [
    () => {
      block(15);
      return 'late';
    },
    async () => {
      block(15);
      return 'late';
    },
    async () => {
      await Promise.resolve();
      block(15);
      return 'late';
    },
  ];
  for (const handler of handlers) {
    expect((await singleTool(handler, { timeoutMs: 5 }).call()).error?.code).toBe('E_TOOL_TIMEOUT');
  }
});

test('TIME-1: a late throw is E_TOOL_TIMEOUT, too', async () => {
  const tool = singleTool(
    () => {
      block(15);
      throw new Error('late');
    },
    { timeoutMs: 5 },
  );
  expect((await tool.call()).error?.code).toBe('E_TOOL_TIMEOUT');
});

test('TIME-1: a handler that ends in time is not touched by its limit, and its signal stays as it is', async () => {
  let context: ToolContext | undefined;
  const tool = singleTool(
    async (ctx) => {
      context = ctx;
      await Promise.resolve();
      return 'done';
    },
    { timeoutMs: 600_000 },
  );
  expect((await tool.call()).output).toBe('done');
  expect(context?.signal.aborted).toBe(false);
});

test('TIME-1: policy.tools.timeoutMs is the limit of a tool that sets none', async () => {
  const tool = singleTool(() => never(), {}, { policy: { tools: { timeoutMs: 7 } } });
  expect((await tool.call()).error?.message).toContain('longer than 7 ms');
});

test('TIME-1: a tool’s own limit goes before the default and is capped by maxTimeoutMs', async () => {
  const policy = { tools: { timeoutMs: 1, maxTimeoutMs: 9 } };
  const own = singleTool(() => never(), { timeoutMs: 6 }, { policy });
  expect((await own.call()).error?.message).toContain('longer than 6 ms');
  const capped = singleTool(() => never(), { timeoutMs: 500_000 }, { policy });
  expect((await capped.call()).error?.message).toContain('longer than 9 ms');
});

test('TIME-1: maxTimeoutMs caps the default as well', async () => {
  const tool = singleTool(() => never(), {}, { policy: { tools: { timeoutMs: 500_000, maxTimeoutMs: 8 } } });
  expect((await tool.call()).error?.message).toContain('longer than 8 ms');
});

test('TIME-1: a tool that orchestrates is not bound by the default, but by a limit of its own', async () => {
  const annotations = { orchestrates: true };
  const policy = { tools: { timeoutMs: 1 } };
  const go = Promise.withResolvers<string>();
  const free = singleTool(() => go.promise, { annotations }, { policy }).call();
  const bound = await singleTool(() => never(), { annotations, timeoutMs: 20 }, { policy }).call();
  expect(bound.error?.code).toBe('E_TOOL_TIMEOUT');
  go.resolve('in its own time');
  expect((await free).output).toBe('in its own time');
});

test('TIME-1: the limit counts from the start of the handler, not from a middleware before it', async () => {
  const tool = singleTool(
    () => 'done',
    { timeoutMs: 20 },
    {
      middleware: [
        (ctx) => {
          block(40);
          return ctx.next();
        },
      ],
    },
  );
  expect((await tool.call()).output).toBe('done');
});

test('TIME-1: middleware sees the timeout as a result', async () => {
  const seen: unknown[] = [];
  const tool = singleTool(
    () => never(),
    { timeoutMs: 5 },
    {
      middleware: [
        async (ctx) => {
          const result = await ctx.next();
          seen.push(result.error?.code);
          return result;
        },
      ],
    },
  );
  expect((await tool.call()).error?.code).toBe('E_TOOL_TIMEOUT');
  expect(seen).toEqual(['E_TOOL_TIMEOUT']);
});

test('TIME-1: a call that timed out is no longer in flight: the same id runs anew', async () => {
  let started = 0;
  const tool = singleTool(() => (started++ === 0 ? never() : 'second'), { timeoutMs: 5 });
  expect((await tool.call({ id: 'same' })).error?.code).toBe('E_TOOL_TIMEOUT');
  expect((await tool.call({ id: 'same' })).output).toBe('second');
});
