import { describe, expect, test } from 'bun:test';
import { getEventListeners } from 'node:events';
import { aborted, never, settled } from './support/never.ts';
import { singleTool } from './support/single-tool.ts';

describe('the caller’s signal', () => {
  test('ERR-1: a signal that has aborted before the call means that no handler starts', async () => {
    let started = 0;
    const tool = singleTool(() => (started += 1));
    for (const where of ['options', 'scope'] as const) {
      const signal = AbortSignal.abort(new Error('not wanted'));
      const result = await tool.call(where === 'scope' ? { scope: { signal } } : { options: { signal } });
      expect(result.error?.code).toBe('E_TOOL_CANCELLED');
      expect(result.error?.message).toBe('lab__run was cancelled: not wanted');
    }
    expect(started).toBe(0);
  });

  test.each([['options'], ['scope']] as const)(
    'ERR-1: an abort of %s.signal during the call ends it at once and reaches ctx.signal',
    async (where) => {
      const controller = new AbortController();
      const reason = new Error('user pressed stop');
      const seen = Promise.withResolvers<unknown>();
      const tool = singleTool(async (ctx) => {
        await aborted(ctx.signal);
        seen.resolve(ctx.signal.reason);
        return never();
      });
      const { signal } = controller;
      const running = tool.call(where === 'scope' ? { scope: { signal } } : { options: { signal } });
      controller.abort(reason);
      expect((await running).error?.message).toBe('lab__run was cancelled: user pressed stop');
      expect(await seen.promise).toBe(reason);
    },
  );

  test('ERR-1: of two signals either cancels, once', async () => {
    for (const first of [0, 1]) {
      const controllers = [new AbortController(), new AbortController()];
      const tool = singleTool(() => never());
      const running = tool.call({
        scope: { signal: (controllers[0] ?? new AbortController()).signal },
        options: { signal: (controllers[1] ?? new AbortController()).signal },
      });
      controllers[first]?.abort('first');
      controllers[1 - first]?.abort('second');
      expect((await running).error?.message).toBe('lab__run was cancelled: first');
    }
  });

  test('an abort after the call changes neither its result nor ctx.signal', async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const tool = singleTool((ctx) => {
      ({ signal } = ctx);
      return 'done';
    });
    const result = await tool.call({ options: { signal: controller.signal } });
    controller.abort();
    await settled();
    expect(result.output).toBe('done');
    expect(signal?.aborted).toBe(false);
  });

  test('a handler that settles after the cancellation changes nothing, also when it rejects', async () => {
    for (const settle of [() => 'late', () => Promise.reject(new Error('late'))]) {
      const controller = new AbortController();
      const go = Promise.withResolvers<void>();
      const tool = singleTool(() => go.promise.then(settle));
      const running = tool.call({ options: { signal: controller.signal } });
      controller.abort('stop');
      go.resolve();
      expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
    }
  });

  test('a handler that aborts its own caller’s signal ends as cancelled', async () => {
    const controller = new AbortController();
    const tool = singleTool(() => {
      controller.abort('from inside');
      return 'done';
    });
    expect((await tool.call({ options: { signal: controller.signal } })).error?.code).toBe(
      'E_TOOL_CANCELLED',
    );
  });

  test('a signal first read after the cancellation is aborted with the caller’s reason', async () => {
    const controller = new AbortController();
    const go = Promise.withResolvers<void>();
    const read = Promise.withResolvers<unknown>();
    const tool = singleTool(async (ctx) => {
      await go.promise;
      read.resolve(ctx.signal.aborted ? ctx.signal.reason : 'not aborted');
    });
    const running = tool.call({ options: { signal: controller.signal } });
    controller.abort('stop');
    await running;
    go.resolve();
    expect(await read.promise).toBe('stop');
  });

  test.each([[null], [0], [''], [{}], [Symbol('s')], [() => 1], [1n]])(
    'an abort with the reason %p is a cancellation as any other',
    async (reason) => {
      const controller = new AbortController();
      const tool = singleTool(() => never());
      const running = tool.call({ options: { signal: controller.signal } });
      controller.abort(reason);
      const { error } = await running;
      expect(error?.code).toBe('E_TOOL_CANCELLED');
      expect(error?.message.length).toBeGreaterThan('lab__run was cancelled: '.length);
    },
  );
});

describe('many calls', () => {
  test('1,000 calls on one signal add one listener, and one abort ends them all', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const tool = singleTool(() => never());
    const running = Array.from({ length: 1000 }, () => tool.call({ options: { signal } }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort('all');
    const results = await Promise.all(running);
    expect(results.every((result) => result.error?.code === 'E_TOOL_CANCELLED')).toBe(true);
  });

  test('1,000 calls one after the other on one signal add one listener', async () => {
    const { signal } = new AbortController();
    const tool = singleTool(async () => 1);
    for (let round = 0; round < 1000; round += 1) await tool.call({ options: { signal } });
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
  });

  test('calls that have ended are not kept by a signal that lives on', async () => {
    const { signal } = new AbortController();
    const cancelled = AbortSignal.abort('done');
    const tool = singleTool(() => 1);
    const references: WeakRef<object>[] = [];
    for (let round = 0; round < 200; round += 1) {
      const args = { round };
      references.push(new WeakRef(args));
      await tool.call({ args, scope: { signal }, options: round % 2 === 0 ? { signal: cancelled } : {} });
    }
    await settled();
    Bun.gc(true);
    const kept = references.filter((reference) => reference.deref() !== undefined);
    expect(kept.length).toBeLessThan(50);
  });
});

describe('with middleware', () => {
  test('a call whose middleware hangs before next() is cancelled at once, and next() afterwards starts no handler', async () => {
    let started = 0;
    const go = Promise.withResolvers<void>();
    const through = Promise.withResolvers<unknown>();
    const tool = singleTool(
      () => (started += 1),
      {},
      {
        middleware: [
          async (ctx) => {
            await go.promise;
            const result = await ctx.next();
            through.resolve(result.error?.code);
            return result;
          },
        ],
      },
    );
    const controller = new AbortController();
    const running = tool.call({ options: { signal: controller.signal } });
    controller.abort('stop');
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
    go.resolve();
    expect(await through.promise).toBe('E_TOOL_CANCELLED');
    expect(started).toBe(0);
  });

  test('a call whose middleware hangs after next() is cancelled at once', async () => {
    const reached = Promise.withResolvers<void>();
    const tool = singleTool(
      () => 'done',
      {},
      {
        middleware: [
          async (ctx) => {
            await ctx.next();
            reached.resolve();
            return never();
          },
        ],
      },
    );
    const controller = new AbortController();
    const running = tool.call({ options: { signal: controller.signal } });
    await reached.promise;
    controller.abort('stop');
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
  });

  test('a middleware that throws or answers after the cancellation changes nothing', async () => {
    for (const finish of [
      () => Promise.reject(new Error('late')),
      () => Promise.resolve({ toolCallId: 'x', toolName: 'y', status: 'ok' as const, output: 'late' }),
    ]) {
      const go = Promise.withResolvers<void>();
      const tool = singleTool(() => 'done', {}, { middleware: [() => go.promise.then(finish)] });
      const controller = new AbortController();
      const running = tool.call({ options: { signal: controller.signal } });
      controller.abort('stop');
      go.resolve();
      await settled();
      expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
    }
  });

  test('a middleware that calls next() after it has short-circuited starts no handler', async () => {
    let started = 0;
    const go = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const tool = singleTool(
      () => (started += 1),
      {},
      {
        middleware: [
          (ctx) => {
            void go.promise.then(() => late.resolve(ctx.next()));
            return { toolCallId: '', toolName: '', status: 'ok', output: 'short' };
          },
        ],
      },
    );
    expect((await tool.call()).output).toBe('short');
    go.resolve();
    await late.promise;
    expect(started).toBe(0);
  });

  test('a middleware sees the cancellation of a running handler as a result', async () => {
    const seen = Promise.withResolvers<unknown>();
    const tool = singleTool(
      () => never(),
      {},
      {
        middleware: [
          async (ctx) => {
            const result = await ctx.next();
            seen.resolve(result.error?.code);
            return result;
          },
        ],
      },
    );
    const controller = new AbortController();
    const running = tool.call({ options: { signal: controller.signal } });
    controller.abort('stop');
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
    expect(await seen.promise).toBe('E_TOOL_CANCELLED');
  });
});
