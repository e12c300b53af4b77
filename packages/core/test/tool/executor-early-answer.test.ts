import { expect, test } from 'bun:test';
import { ToolExecutor, ToolRegistry, type HandleStore } from '../../src/tool/index.ts';
import { executeLoosely } from './support/ill-typed.ts';
import { scopeOf } from './support/scope.ts';
import { inTempDir } from './support/temp-dir.ts';

test('PAR-2: a middleware that answers before the handler has ended does not let the same call start it twice', async () => {
  const registry = new ToolRegistry();
  const gate = Promise.withResolvers<void>();
  let starts = 0;
  registry.register({
    name: 'job__run',
    handler: async () => {
      starts += 1;
      await gate.promise;
      return null;
    },
  });
  const executor = new ToolExecutor(registry, {
    middleware: [
      (ctx) => {
        void ctx.next();
        return { toolCallId: ctx.toolCallId, toolName: ctx.toolName, status: 'ok', output: 'early' };
      },
    ],
  });
  const call = { id: 'c1', name: 'job__run', args: {} };
  expect((await executor.execute(call, scopeOf())).output).toBe('early');
  expect((await executor.execute(call, scopeOf())).output).toBe('early');
  expect(starts).toBe(1);
  gate.resolve();
  await gate.promise;
});

test('PAR-1: a limit of none is a limit of one, not a step that hangs', async () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__one', handler: () => 1 });
  const executor = new ToolExecutor(registry, { policy: { tools: { concurrency: 0 } } });
  const calls = ['a', 'b'].map((id) => ({ id, name: 'calc__one', args: {} }));
  expect((await executor.executeAll(calls, scopeOf())).map((result) => result.output)).toEqual([1, 1]);
});

test('BIG-1: what a middleware makes of a result is held to the limit too', async () => {
  await inTempDir(async (workdir) => {
    const registry = new ToolRegistry();
    registry.register({ name: 'text__short', handler: () => 'short' });
    const executor = new ToolExecutor(registry, {
      middleware: [async (ctx) => ({ ...(await ctx.next()), output: 'x'.repeat(100_000) })],
    });
    const result = await executor.execute({ id: 'c1', name: 'text__short', args: {} }, scopeOf({ workdir }));
    expect(result.output).toMatchObject({ truncated: true, bytes: 100_000 });
  });
});

test('PEND-1: a handle that a middleware answers with is claimed, once, for its call', async () => {
  const claims: string[] = [];
  const handles: HandleStore = {
    claim: (handle) => {
      claims.push(handle);
      return handle !== 'taken';
    },
  };
  const registry = new ToolRegistry();
  registry.register({ name: 'job__run', handler: () => null });
  const answer = (handle: string) =>
    new ToolExecutor(registry, {
      handles,
      middleware: [
        (ctx) => ({ toolCallId: ctx.toolCallId, toolName: ctx.toolName, status: 'pending', handle }),
      ],
    }).execute({ id: 'c1', name: 'job__run', args: {} }, scopeOf());
  expect(await answer('free')).toMatchObject({ status: 'pending', handle: 'free' });
  expect((await answer('taken')).error?.code).toBe('E_HANDLE_CONFLICT');
  expect(claims).toEqual(['free', 'taken']);
});

test('ERR-1: a call whose id or name is no text is refused, and its result can be written as JSON', async () => {
  const executor = new ToolExecutor(new ToolRegistry());
  for (const call of [
    { id: 1n, name: 'a__b' },
    { id: 'c1', name: 7n },
    { id: null, name: undefined },
  ]) {
    const result = await executeLoosely(executor, { ...call, args: {} }, { scope: scopeOf() });
    expect(result).toMatchObject({ status: 'error', error: { code: 'E_TOOL_NOT_FOUND' } });
    expect(() => JSON.stringify(result)).not.toThrow();
  }
});
