import { describe, expect, test } from 'bun:test';
import { GoondanError } from '../../src/error/goondan-error.ts';
import { pending, ToolExecutor, ToolRegistry } from '../../src/tool/index.ts';
import { unchecked } from './support/ill-typed.ts';
import { scopeOf } from './support/scope.ts';
import { singleTool, toolName } from './support/single-tool.ts';
import { malformation } from './support/well-formed.ts';

describe('PEND-1', () => {
  test('PEND-1: pending(handle) ends the call with exactly this result, sync and async', async () => {
    for (const handler of [() => pending('job-77'), async () => pending('job-77')]) {
      expect(await singleTool(handler).call({ id: 'c1' })).toEqual({
        toolCallId: 'c1',
        toolName,
        status: 'pending',
        handle: 'job-77',
      });
    }
  });

  test('PEND-1: pending() without a handle gets one that no other call has', async () => {
    const tool = singleTool(() => pending());
    const results = await Promise.all(Array.from({ length: 1000 }, () => tool.call()));
    for (const result of results)
      expect(malformation(result, { id: result.toolCallId, name: toolName })).toBeUndefined();
    expect(new Set(results.map((result) => result.handle)).size).toBe(1000);
  });

  test('PEND-1: a handle that another call has is E_HANDLE_CONFLICT', async () => {
    const tool = singleTool(() => pending('job-77'));
    expect((await tool.call()).status).toBe('pending');
    const { error } = await tool.call();
    expect(error?.code).toBe('E_HANDLE_CONFLICT');
    expect(error?.message).toBe("lab__run: the handle 'job-77' is already in use.");
    expect(error?.suggestion).toContain('ctx.idempotencyKey');
  });

  test('PEND-1: of calls that choose one handle at the same time one gets it', async () => {
    const tool = singleTool(async () => pending('job-77'));
    const results = await Promise.all(Array.from({ length: 20 }, () => tool.call()));
    expect(results.filter((result) => result.status === 'pending')).toHaveLength(1);
    expect(results.filter((result) => result.error?.code === 'E_HANDLE_CONFLICT')).toHaveLength(19);
  });

  test('PEND-1: executors with one store of handles share them', async () => {
    const taken = new Set<string>();
    const handles = {
      async claim(handle: string) {
        await Promise.resolve();
        if (taken.has(handle)) return false;
        taken.add(handle);
        return true;
      },
    };
    const registry = new ToolRegistry();
    registry.register({ name: toolName, handler: () => pending('h') });
    const codes: unknown[] = [];
    for (const turnId of ['1', '2']) {
      const executor = new ToolExecutor(registry, { handles });
      codes.push(
        (await executor.execute({ id: 'c1', name: toolName, args: {} }, scopeOf({ turnId }))).status,
      );
    }
    expect(codes).toEqual(['pending', 'error']);
  });

  test.each([[''], ['h'.repeat(257)], [5], [{}]])('PEND-1: the handle %p is no handle', async (handle) => {
    const result = await singleTool(() => pending(unchecked(handle))).call({ id: 'c1' });
    expect(result.error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect(result.error?.message).toBe('lab__run: a handle is a text of 1 to 256 characters.');
  });

  test('PEND-1: handles of 256 characters and of any script are handles', async () => {
    for (const handle of ['h'.repeat(256), '작업-77', '__proto__', ' ']) {
      expect((await singleTool(() => pending(handle)).call()).handle).toBe(handle);
    }
  });

  test('PEND-1: pending() inside a result is no JSON', async () => {
    const { error } = await singleTool(() => ({ job: pending('h') })).call();
    expect(error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect(error?.message).toContain('/job is an instance of Pending');
  });

  test('PEND-1: an output schema does not judge a pending call', async () => {
    const tool = singleTool(() => pending('h'), { output: { type: 'string' } });
    expect((await tool.call()).status).toBe('pending');
  });

  test('PEND-1: middleware sees the pending result and passes it on', async () => {
    const middleware = [
      (ctx: { next(): Promise<Awaited<ReturnType<ToolExecutor['execute']>>> }) => ctx.next(),
    ];
    const result = await singleTool(() => pending('h'), {}, { middleware }).call({ id: 'c1' });
    expect(result).toEqual({ toolCallId: 'c1', toolName, status: 'pending', handle: 'h' });
  });

  test('ERR-1: a store of handles that fails is told by its own code', async () => {
    const handles = {
      claim: () => Promise.reject(new GoondanError('E_HANDLE_CONFLICT', 'the store says no')),
    };
    const { error } = await singleTool(() => pending('h'), {}, { handles }).call();
    expect([error?.code, error?.message]).toEqual(['E_HANDLE_CONFLICT', 'the store says no']);
  });

  test('TIME-1: a late pending() is E_TOOL_TIMEOUT and takes no handle', async () => {
    const taken: string[] = [];
    const handles = { claim: (handle: string) => taken.push(handle) > 0 };
    const tool = singleTool(
      () => {
        const end = performance.now() + 15;
        while (performance.now() < end);
        return pending('late');
      },
      { timeoutMs: 5 },
      { handles },
    );
    expect((await tool.call()).error?.code).toBe('E_TOOL_TIMEOUT');
    expect(taken).toEqual([]);
  });
});
