import { describe, expect, test } from 'bun:test';
import {
  idempotencyKeyOf,
  ToolContextBuilder,
  type ToolCallScope,
  type ToolContext,
  type ToolResult,
  type ToolRuntime,
} from '../../src/tool/index.ts';
import { assistantMessage, scopeOf } from './support/scope.ts';
import { never, settled } from './support/never.ts';
import { singleTool, toolName, type CallRequest } from './support/single-tool.ts';

const keys = [
  'agentName',
  'idempotencyKey',
  'instanceKey',
  'logger',
  'message',
  'permissions',
  'signal',
  'toolCallId',
  'turnId',
  'workdir',
];

const unused = (): never => {
  throw new Error('not used here');
};
const runtime: ToolRuntime = {
  request: unused,
  send: unused,
  handoff: unused,
  list: unused,
  spawn: unused,
  sleep: unused,
};

/** Every name a reader of the context can use, however the context holds it. */
function namesIn(context: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(context);
  const inherited = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
  return [...new Set([...Object.getOwnPropertyNames(context), ...inherited])]
    .filter((name) => name !== 'constructor')
    .sort();
}

async function contextOf(
  request: CallRequest = {},
  fields: { readonly [field: string]: unknown } = {},
): Promise<ToolContext> {
  const seen = Promise.withResolvers<ToolContext>();
  await singleTool((ctx) => seen.resolve(ctx), fields).call(request);
  return seen.promise;
}

describe('CTX-1', () => {
  test('CTX-1: a handler’s context has exactly these keys', async () => {
    const context = await contextOf();
    expect(namesIn(context)).toEqual(keys);
    for (const key of ['swarmBundle', 'oauth', 'instance', 'swarm', 'agent', 'turn', 'runtime'])
      expect(key in context).toBe(false);
  });

  test('CTX-1: the fields are those of the scope, and toolCallId is the call’s own', async () => {
    const scope = scopeOf({ workdir: '/w', toolCallId: 'of another call' });
    const context = await contextOf({ id: 'c1', scope });
    const { agentName, instanceKey, turnId, workdir, logger, message } = scope;
    expect(context).toMatchObject({ agentName, instanceKey, turnId, workdir, toolCallId: 'c1' });
    expect(context.logger).toBe(logger);
    expect(context.message).toBe(message);
  });

  test('CTX-1: destructuring keeps signal and idempotencyKey', async () => {
    const context = await contextOf({ id: 'c1' });
    const { signal, idempotencyKey } = context;
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal).toBe(context.signal);
    expect(idempotencyKey).toBe(context.idempotencyKey);
    expect(idempotencyKey).toBe(
      idempotencyKeyOf({ agentName: 'coder', instanceKey: 'default', turnId: 'turn-1', toolCallId: 'c1' }),
    );
  });

  test('CTX-1: a handler’s context serves as the scope of calls it makes itself, which its signal cancels', async () => {
    const controller = new AbortController();
    const inner = singleTool(() => never());
    const results: ToolResult[] = [];
    const outer = singleTool(async (ctx) => {
      results.push(await inner.executor.execute({ id: 'inner', name: 'lab__run', args: {} }, ctx));
    });
    const running = outer.call({ options: { signal: controller.signal } });
    await settled();
    controller.abort('stop');
    await running;
    await settled();
    expect(results.map((result) => result.error?.code)).toEqual(['E_TOOL_CANCELLED']);
  });

  test('CTX-1: runtime is there only for tools annotated orchestrates, and only if there is one', async () => {
    const orchestrates = { annotations: { orchestrates: true } };
    const context = await contextOf({ scope: { runtime } }, orchestrates);
    expect(context.runtime).toBe(runtime);
    expect(namesIn(context)).toEqual([...keys, 'runtime'].sort());
    expect('runtime' in (await contextOf({ scope: { runtime } }))).toBe(false);
    expect(
      'runtime' in (await contextOf({ scope: { runtime } }, { annotations: { orchestrates: false } })),
    ).toBe(false);
    expect('runtime' in (await contextOf({}, orchestrates))).toBe(false);
  });

  test('CTX-1: each call has a signal of its own, the same at every read', async () => {
    const [one, other] = [await contextOf(), await contextOf()];
    expect(one.signal).toBe(one.signal);
    expect(one.signal).not.toBe(other.signal);
  });
});

describe('idempotencyKey', () => {
  const base = { agentName: 'a', instanceKey: 'i', turnId: 't', toolCallId: 'c' };

  test('CTX-1: it is the same for every attempt at one call and pinned across versions', () => {
    expect(idempotencyKeyOf(base)).toBe(idempotencyKeyOf({ ...base }));
    expect(idempotencyKeyOf(base)).toMatch(/^[0-9a-f]{32}$/);
    expect(idempotencyKeyOf(base)).toBe('55bdf4353c94e3d713ceaa566813b887');
  });

  test('CTX-1: it differs when agent, instance, turn or call differ, also where the parts run together', () => {
    const others = [
      base,
      { ...base, agentName: 'b' },
      { ...base, instanceKey: 'b' },
      { ...base, turnId: 'b' },
      { ...base, toolCallId: 'b' },
      { ...base, agentName: 'ai', instanceKey: '' },
      { ...base, agentName: '', instanceKey: 'ai' },
      { ...base, agentName: 'a","i', instanceKey: '' },
      { ...base, turnId: 'c', toolCallId: 't' },
    ];
    expect(new Set(others.map(idempotencyKeyOf)).size).toBe(others.length);
  });

  test('CTX-1: the calls of one step have different keys, also when they share a whole ToolContext', async () => {
    const seen: string[] = [];
    const tool = singleTool((ctx) => void seen.push(ctx.idempotencyKey));
    const built = new ToolContextBuilder(scopeOf()).build({ toolCallId: 'c1', message: assistantMessage });
    const calls = ['c1', 'c2', 'c3'].map((id) => ({ id, name: 'lab__run', args: {} }));
    await tool.executor.executeAll(calls, built);
    expect(new Set(seen).size).toBe(3);
    expect(seen[0]).toBe(built.idempotencyKey);
  });

  test('CTX-1: a key that the caller gives for the call is kept', async () => {
    expect(
      (await contextOf({ id: 'c1', scope: { toolCallId: 'c1', idempotencyKey: 'mine' } })).idempotencyKey,
    ).toBe('mine');
  });
});

describe('ToolContextBuilder', () => {
  test('CTX-1: it builds the same set of keys, and runtime only when the turn has one', () => {
    const builder = new ToolContextBuilder(scopeOf());
    const context = builder.build({ toolCallId: 'c1', message: assistantMessage });
    expect(Object.keys(context).sort()).toEqual(keys);
    expect(context.idempotencyKey).toBe(
      idempotencyKeyOf({ agentName: 'coder', instanceKey: 'default', turnId: 'turn-1', toolCallId: 'c1' }),
    );
    const orchestrating = new ToolContextBuilder(scopeOf({ runtime })).build({
      toolCallId: 'c1',
      message: assistantMessage,
    });
    expect(orchestrating.runtime).toBe(runtime);
  });

  test('CTX-1: the turn’s signal is the context’s, and cancels a call made with it', async () => {
    const controller = new AbortController();
    const scope: ToolCallScope = new ToolContextBuilder(scopeOf({ signal: controller.signal })).build({
      toolCallId: 'c1',
      message: assistantMessage,
    });
    expect(scope.signal).toBe(controller.signal);
    controller.abort('stop');
    expect((await singleTool(() => 1).call({ scope })).error?.code).toBe('E_TOOL_CANCELLED');
  });
});

test('CTX-2: ctx.workdir is the folder of the call’s own instance, also for two instances at once', async () => {
  const { executor } = singleTool((ctx: ToolContext) => ctx.workdir);
  const call = { id: 'c1', name: toolName, args: {} };
  const [first, second] = await Promise.all(
    ['one', 'two'].map((instanceKey) =>
      executor.execute(call, scopeOf({ instanceKey, workdir: `/folder/${instanceKey}` })),
    ),
  );
  expect([first?.output, second?.output]).toEqual(['/folder/one', '/folder/two']);
});

test('CTX-3: ctx.message is the very assistant message that holds the call, in the handler and from the builder', async () => {
  let seen: unknown;
  const tool = singleTool((ctx: ToolContext) => {
    seen = ctx.message;
    return null;
  });
  await tool.call();
  expect(seen).toBe(assistantMessage);
  const { agentName, instanceKey, turnId, workdir, logger } = scopeOf();
  const builder = new ToolContextBuilder({ agentName, instanceKey, turnId, workdir, logger });
  expect(builder.build({ toolCallId: 'c1', message: assistantMessage }).message).toBe(assistantMessage);
});
