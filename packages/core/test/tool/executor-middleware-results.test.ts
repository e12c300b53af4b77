import { describe, expect, test } from 'bun:test';
import { GoondanError } from '../../src/error/goondan-error.ts';
import type { ToolCallMiddleware } from '../../src/pipeline/tool-call.ts';
import type { ToolResult } from '../../src/tool/index.ts';
import { throwAnything, unchecked } from './support/ill-typed.ts';
import { singleTool, toolName, type SingleTool } from './support/single-tool.ts';
import { inTempDir } from './support/temp-dir.ts';
import { malformation } from './support/well-formed.ts';

function echo(...middleware: readonly ToolCallMiddleware[]): SingleTool {
  return singleTool((_ctx, input) => input, {}, { middleware });
}

/** A middleware that gives back what no type allows. */
function answering(value: unknown): ToolCallMiddleware {
  return () => Promise.resolve(unchecked(value));
}

async function resultOf(value: unknown): Promise<ToolResult> {
  const result = await echo(answering(value)).call({ id: 'c1' });
  expect(malformation(result, { id: 'c1', name: toolName })).toBeUndefined();
  return result;
}

describe('ERR-1: what middleware gives back', () => {
  test('ERR-1: a throw is E_EXTENSION_MIDDLEWARE with its text, before and after next(), sync and async', async () => {
    const boom = (): never => {
      throw new RangeError('boom');
    };
    const layers: ToolCallMiddleware[] = [boom, async () => boom(), (ctx) => ctx.next().then(boom)];
    for (const layer of layers) {
      const result = await echo(layer).call({ id: 'c1' });
      expect(malformation(result, { id: 'c1', name: toolName })).toBeUndefined();
      expect(result.error?.code).toBe('E_EXTENSION_MIDDLEWARE');
      expect(result.error?.message).toBe('A middleware failed: boom');
    }
  });

  test('ERR-1: an outer layer can catch what an inner one throws', async () => {
    const outer: ToolCallMiddleware = (ctx) =>
      ctx.next().catch(() => ({ toolCallId: '', toolName: '', status: 'ok', output: 'rescued' }));
    const inner: ToolCallMiddleware = () => throwAnything(null);
    expect((await echo(outer, inner).call()).output).toBe('rescued');
  });

  test('ERR-1: a code of the closed list is kept, the executor’s own are not believed', async () => {
    const throwing = (code: 'E_TOOL_INVALID_ARGS' | 'E_TOOL_TIMEOUT'): Promise<ToolResult> =>
      echo(() => throwAnything(new GoondanError(code, 'said so'))).call();
    expect((await throwing('E_TOOL_INVALID_ARGS')).error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect((await throwing('E_TOOL_TIMEOUT')).error?.code).toBe('E_EXTENSION_MIDDLEWARE');
  });

  const revocable = Proxy.revocable({}, {});
  revocable.revoke();
  const hostile = {
    get status(): never {
      throw new Error('trap');
    },
  };
  const garbage: readonly (readonly [what: string, value: unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['a text', 'ok'],
    ['an array', []],
    ['an empty object', {}],
    ['an unknown status', { status: 'done' }],
    ['an ok whose output is no JSON', { status: 'ok', output: 1n }],
    ['a pending without a handle', { status: 'pending' }],
    ['a pending with an empty handle', { status: 'pending', handle: '' }],
    ['an error without an error', { status: 'error' }],
    ['an error without a message', { status: 'error', error: { code: 'E_TOOL' } }],
    ['a getter that throws', hostile],
    ['a revoked proxy', revocable.proxy],
  ];
  for (const [what, value] of garbage) {
    test(`ERR-1: ${what} instead of a result is E_EXTENSION_MIDDLEWARE`, async () => {
      expect((await resultOf(value)).error?.code).toBe('E_EXTENSION_MIDDLEWARE');
    });
  }

  test('an ok without an output has the output null', async () => {
    expect((await resultOf({ status: 'ok' })).output).toBeNull();
  });

  test('ERR-4: an error of a middleware’s own gets what it lacks: code, name, suggestion and page', async () => {
    expect((await resultOf({ status: 'error', error: { message: 'quota used up' } })).error).toMatchObject({
      code: 'E_TOOL',
      message: 'quota used up',
    });
    const known = await resultOf({
      status: 'error',
      error: { message: 'no', code: 'E_TOOL_DENIED', suggestion: 'ask', helpUrl: 'x' },
    });
    expect(known.error).toEqual({
      code: 'E_TOOL_DENIED',
      name: 'ToolDeniedError',
      message: 'no',
      suggestion: 'ask',
      helpUrl: 'https://docs.goondan.ai/errors/E_TOOL_DENIED',
    });
    expect((await resultOf({ status: 'error', error: { message: 'no', code: 'E_MINE' } })).error?.code).toBe(
      'E_TOOL',
    );
  });

  test('ERR-2: the message of a middleware’s error is cut to the tool’s limit', async () => {
    const error = { message: 'm'.repeat(5000) };
    expect((await resultOf({ status: 'error', error })).error?.message).toHaveLength(1000);
  });

  test('an error of the handler passes untouched through layers that pass it on', async () => {
    const handler = (): never => {
      throw Object.assign(new RangeError('far'), { suggestion: 'near' });
    };
    const bare = await singleTool(handler).call({ id: 'c1' });
    const layered = await singleTool(handler, {}, { middleware: [(ctx) => ctx.next()] }).call({ id: 'c1' });
    expect(layered).toEqual(bare);
  });

  test('a result may be changed in place, and what is changed after it was given back has no effect', async () => {
    let kept: ToolResult | undefined;
    const tool = echo(async (ctx) => {
      const result = await ctx.next();
      result.output = { changed: [1] };
      result.toolName = 'forged__name';
      kept = result;
      return result;
    });
    const result = await tool.call({ id: 'c1' });
    if (kept !== undefined) kept.output = 'too late';
    expect(result).toEqual({ toolCallId: 'c1', toolName, status: 'ok', output: { changed: [1] } });
  });

  test('what is changed after it was given back has no effect, also where it was not changed before', async () => {
    let kept: ToolResult | undefined;
    const tool = echo(async (ctx) => (kept = await ctx.next()));
    const result = await tool.call({ id: 'c1', args: { a: 1 } });
    if (kept !== undefined) {
      Object.assign(kept.output ?? {}, { a: 'too late' });
      kept.status = 'error';
    }
    expect(result).toEqual({ toolCallId: 'c1', toolName, status: 'ok', output: { a: 1 } });
  });

  test('BIG-1: an output that a middleware made large in place goes to a file, too', async () => {
    await inTempDir(async (workdir) => {
      const large: ToolCallMiddleware = async (ctx) => {
        const result = await ctx.next();
        result.output = 'x'.repeat(100_000);
        return result;
      };
      const larger: ToolCallMiddleware = async (ctx) => {
        const result = await ctx.next();
        Object.assign(result.output ?? {}, { text: 'x'.repeat(100_000) });
        return result;
      };
      for (const layer of [large, larger]) {
        const { output } = await echo(layer).call({ scope: { workdir } });
        expect(output).toMatchObject({ truncated: true });
        expect(JSON.stringify(output).length).toBeLessThan(10_000);
      }
    });
  });

  test('fields that a middleware put in place beside the output are left out', async () => {
    const tool = echo(async (ctx) => Object.assign(await ctx.next(), { handle: 'h', extra: 1 }));
    const result = await tool.call({ id: 'c1' });
    expect(malformation(result, { id: 'c1', name: toolName })).toBeUndefined();
  });

  test('fields that do not belong to the status are left out', async () => {
    const result = await resultOf({
      status: 'ok',
      output: 1,
      handle: 'h',
      error: { message: 'x' },
      extra: true,
    });
    expect(Object.keys(result)).toEqual(['toolCallId', 'toolName', 'status', 'output']);
  });
});
