import { describe, expect, test } from 'bun:test';
import type { ToolCallMiddleware } from '../../src/pipeline/tool-call.ts';
import { settled } from './support/never.ts';
import { singleTool, type SingleTool } from './support/single-tool.ts';

interface Counter {
  starts: number;
}

/** Fails until the n-th start. */
function flaky(
  until: number,
  annotations: object,
  ...middleware: ToolCallMiddleware[]
): SingleTool & Counter {
  const counter = { starts: 0 };
  const tool = singleTool(
    () => {
      counter.starts += 1;
      if (counter.starts < until) throw new Error(`failure ${counter.starts}`);
      return counter.starts;
    },
    { annotations },
    { middleware },
  );
  return Object.assign(counter, tool);
}

const untilItWorks: ToolCallMiddleware = async (ctx) => {
  let result = await ctx.next();
  for (let tries = 1; tries < 5 && result.status === 'error'; tries += 1) result = await ctx.retry();
  return result;
};

describe('SPEC §12: running a call again', () => {
  test.each([{ idempotent: true }, { readOnly: true }])(
    'a tool annotated %j may be run again',
    async (annotations) => {
      const tool = flaky(3, annotations, untilItWorks);
      expect(await tool.call()).toMatchObject({ status: 'ok', output: 3 });
      expect(tool.starts).toBe(3);
    },
  );

  test.each([{}, { destructive: true }, { idempotent: false, readOnly: false }])(
    'one annotated %j is never: the executor refuses, whatever a middleware wants',
    async (annotations) => {
      const tool = flaky(3, annotations, untilItWorks);
      const { error } = await tool.call();
      expect(error?.code).toBe('E_EXTENSION_RETRY');
      expect(error?.message).toContain('neither idempotent nor readOnly');
      expect(tool.starts).toBe(1);
    },
  );

  test('PIPE-1: next() itself still runs at most once, also for such a tool', async () => {
    const tool = flaky(3, { idempotent: true }, async (ctx) => {
      await ctx.next();
      return ctx.next();
    });
    expect((await tool.call()).error?.code).toBe('E_EXTENSION_NEXT_TWICE');
    expect(tool.starts).toBe(1);
  });

  test('the layers inside run again with it, those outside do not', async () => {
    const entered: string[] = [];
    const note =
      (name: string): ToolCallMiddleware =>
      (ctx) => {
        entered.push(name);
        return ctx.next();
      };
    await flaky(3, { idempotent: true }, note('outside'), untilItWorks, note('inside')).call();
    expect(entered).toEqual(['outside', 'inside', 'inside', 'inside']);
  });

  test('every attempt has the same idempotency key and its own time limit', async () => {
    const keys: string[] = [];
    const tool = singleTool(
      (ctx) => {
        keys.push(ctx.idempotencyKey);
        return keys.length < 3 ? new Promise(() => {}) : 'in time';
      },
      { annotations: { idempotent: true }, timeoutMs: 20 },
      { middleware: [untilItWorks] },
    );
    expect(await tool.call()).toMatchObject({ status: 'ok', output: 'in time' });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('changed arguments are validated again for every attempt', async () => {
    const parameters = { type: 'object', properties: { n: { type: 'number' } } };
    const tool = singleTool(
      () => {
        throw new Error('no');
      },
      { parameters, annotations: { idempotent: true } },
      {
        middleware: [
          async (ctx) => {
            await ctx.next();
            ctx.args = { n: 'seven' };
            return ctx.retry();
          },
        ],
      },
    );
    expect((await tool.call({ args: { n: 1 } })).error?.code).toBe('E_TOOL_INVALID_ARGS');
  });

  test('a handler never runs beside itself: retry() before it has ended is refused', async () => {
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const tool = singleTool(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await gate.promise;
        running -= 1;
        return 'once';
      },
      { annotations: { idempotent: true } },
      {
        middleware: [
          async (ctx) => {
            const first = ctx.next();
            const second = await ctx.retry();
            gate.resolve();
            await first;
            return second;
          },
        ],
      },
    );
    expect((await tool.call()).error?.code).toBe('E_EXTENSION_RETRY');
    expect(most).toBe(1);
  });

  test('once the call is cancelled nothing starts any more', async () => {
    const controller = new AbortController();
    let again: Promise<unknown> | undefined;
    const tool = flaky(3, { idempotent: true }, async (ctx) => {
      await ctx.next();
      controller.abort(new Error('enough'));
      again = ctx.retry();
      return ctx.retry();
    });
    expect((await tool.call({ options: { signal: controller.signal } })).error?.code).toBe(
      'E_TOOL_CANCELLED',
    );
    expect(await again).toMatchObject({ error: { code: 'E_TOOL_CANCELLED' } });
    await settled();
    expect(tool.starts).toBe(1);
  });
});

describe('what a layer knows of a call', () => {
  test('the annotations of its tool', async () => {
    let seen: unknown;
    await flaky(1, { readOnly: true, sequential: true }, (ctx) => {
      seen = ctx.annotations;
      return ctx.next();
    }).call();
    expect(seen).toEqual({ readOnly: true, sequential: true });
  });

  test.each(['options', 'scope', 'both'] as const)(
    'a signal that aborts with the call: given by %s',
    async (by) => {
      const controller = new AbortController();
      const given = { signal: controller.signal };
      const reasons: unknown[] = [];
      const waiting: ToolCallMiddleware = (ctx) =>
        new Promise((_, reject) => {
          ctx.signal.addEventListener('abort', () => {
            reasons.push(ctx.signal.reason);
            reject(ctx.signal.reason);
          });
        });
      const call = flaky(1, {}, waiting).call({
        ...(by === 'scope' ? {} : { options: given }),
        ...(by === 'options'
          ? {}
          : { scope: by === 'both' ? { signal: new AbortController().signal } : given }),
      });
      controller.abort('enough');
      expect((await call).error?.code).toBe('E_TOOL_CANCELLED');
      expect(reasons).toEqual(['enough']);
    },
  );

  test('a signal that never aborts where nobody can cancel', async () => {
    let isAborted: boolean | undefined;
    await flaky(1, {}, (ctx) => {
      isAborted = ctx.signal.aborted;
      return ctx.next();
    }).call();
    expect(isAborted).toBe(false);
  });
});
