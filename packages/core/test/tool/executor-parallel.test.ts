import { describe, expect, test } from 'bun:test';
import { ToolExecutor, ToolRegistry, type ToolCall, type ToolCallScope } from '../../src/tool/index.ts';
import { unchecked } from './support/ill-typed.ts';
import { settled } from './support/never.ts';
import { scopeOf } from './support/scope.ts';
import { singleTool } from './support/single-tool.ts';

/** A registry whose calls wait until the test lets them go, and a record of what ran together. */
function stage(concurrency?: number) {
  const registry = new ToolRegistry();
  const running = new Map<string, () => void>();
  const started: string[] = [];
  for (const [name, sequential] of [
    ['par__run', false],
    ['seq__run', true],
  ] as const) {
    registry.register({
      name,
      annotations: { sequential },
      handler: async (ctx) => {
        const go = Promise.withResolvers<void>();
        started.push(ctx.toolCallId);
        running.set(ctx.toolCallId, go.resolve);
        await go.promise;
        running.delete(ctx.toolCallId);
        return ctx.toolCallId;
      },
    });
  }
  const executor = new ToolExecutor(
    registry,
    concurrency === undefined ? {} : { policy: { tools: { concurrency } } },
  );
  return {
    executor,
    started,
    runningIds: (): string[] => [...running.keys()],
    release: async (...ids: readonly string[]): Promise<void> => {
      for (const id of ids) running.get(id)?.();
      await settled();
    },
  };
}

const call = (id: string, name = 'par__run'): ToolCall => ({ id, name, args: {} });
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`);

describe('PAR-1', () => {
  test('PAR-1: eight calls run at a time by default, the next starts when one ends', async () => {
    const { executor, runningIds, release } = stage();
    const results = executor.executeAll(
      ids(12).map((id) => call(id)),
      scopeOf(),
    );
    await settled();
    expect(runningIds()).toEqual(ids(8));
    await release('c3');
    expect(runningIds()).toEqual(['c0', 'c1', 'c2', 'c4', 'c5', 'c6', 'c7', 'c8']);
    await release(...ids(12));
    await release(...ids(12));
    expect((await results).map((result) => result.output)).toEqual(ids(12));
  });

  test.each([[1], [3]])('PAR-1: policy.tools.concurrency %d is the limit', async (concurrency) => {
    const { executor, runningIds, release } = stage(concurrency);
    const results = executor.executeAll(
      ids(5).map((id) => call(id)),
      scopeOf(),
    );
    await settled();
    for (let round = 0; round < 5; round += 1) {
      expect(runningIds().length).toBeLessThanOrEqual(concurrency);
      await release(...runningIds());
    }
    expect(await results).toHaveLength(5);
  });

  test('PAR-1: results keep the model’s order, whatever order the calls end in', async () => {
    const { executor, release } = stage();
    const results = executor.executeAll(
      ids(3).map((id) => call(id)),
      scopeOf(),
    );
    await settled();
    for (const id of ['c2', 'c0', 'c1']) await release(id);
    expect((await results).map((result) => result.toolCallId)).toEqual(['c0', 'c1', 'c2']);
  });

  test('PAR-1: a sequential tool is a barrier: calls before it end first, calls after it wait', async () => {
    const { executor, runningIds, release } = stage();
    const calls = [call('a'), call('b'), call('s', 'seq__run'), call('t', 'seq__run'), call('c'), call('d')];
    const results = executor.executeAll(calls, scopeOf());
    await settled();
    expect(runningIds()).toEqual(['a', 'b']);
    await release('a');
    expect(runningIds()).toEqual(['b']);
    await release('b');
    expect(runningIds()).toEqual(['s']);
    await release('s');
    expect(runningIds()).toEqual(['t']);
    await release('t');
    expect(runningIds()).toEqual(['c', 'd']);
    await release('c', 'd');
    expect((await results).map((result) => result.output)).toEqual(['a', 'b', 's', 't', 'c', 'd']);
  });

  test('PAR-1: refused and failing calls keep their place and hold up nobody', async () => {
    const { executor, release } = stage(1);
    const calls = [call('x', 'no__such'), call('a'), { id: 'y', name: 'seq__nope', args: {} }];
    const results = executor.executeAll(calls, scopeOf());
    await settled();
    await release('a');
    expect((await results).map((result) => result.status)).toEqual(['error', 'ok', 'error']);
  });

  test('PAR-1: an abort ends the running calls and those that wait, and no further handler starts', async () => {
    const { executor, started } = stage(2);
    const controller = new AbortController();
    const calls = [...ids(5).map((id) => call(id)), call('s', 'seq__run')];
    const results = executor.executeAll(calls, scopeOf(), { signal: controller.signal });
    await settled();
    controller.abort('stop');
    expect((await results).map((result) => result.error?.code)).toEqual(
      Array.from({ length: 6 }, () => 'E_TOOL_CANCELLED'),
    );
    expect(started).toEqual(['c0', 'c1']);
  });

  test('PAR-1: no calls give no results', async () => {
    expect(await stage().executor.executeAll([], scopeOf())).toEqual([]);
  });
});

describe('PAR-2', () => {
  async function submitTwice(
    first: Partial<ToolCallScope>,
    second: Partial<ToolCallScope>,
    calls: readonly [ToolCall, ToolCall] = [call('same'), call('same')],
  ) {
    let started = 0;
    const go = Promise.withResolvers<void>();
    const registry = new ToolRegistry();
    for (const name of ['par__run', 'par__other']) {
      registry.register({
        name,
        handler: async () => {
          started += 1;
          await go.promise;
          return started;
        },
      });
    }
    const executor = new ToolExecutor(registry);
    const results = [executor.execute(calls[0], scopeOf(first)), executor.execute(calls[1], scopeOf(second))];
    await settled();
    go.resolve();
    return { started, results: await Promise.all(results) };
  }

  test('PAR-2: the same call submitted again while in flight joins the first: one handler, one result', async () => {
    const { started, results } = await submitTwice({}, {});
    expect(started).toBe(1);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.status).toBe('ok');
  });

  test('PAR-2: equal args in another object are the same call', async () => {
    const { started } = await submitTwice({}, {}, [
      { id: 'same', name: 'par__run', args: { list: [1, { a: null }] } },
      { id: 'same', name: 'par__run', args: { list: [1, { a: null }] } },
    ]);
    expect(started).toBe(1);
  });

  test('PAR-2: the order of keys makes no other call', async () => {
    const { started, results } = await submitTwice({}, {}, [
      { id: 'same', name: 'par__run', args: { a: 1, b: { c: 2, d: 3 } } },
      { id: 'same', name: 'par__run', args: { b: { d: 3, c: 2 }, a: 1 } },
    ]);
    expect(started).toBe(1);
    expect(results.map((result) => result.status)).toEqual(['ok', 'ok']);
  });

  test.each([
    ['turn', { turnId: 'other' }],
    ['instance', { instanceKey: 'other' }],
    ['agent', { agentName: 'other' }],
  ])('PAR-2: the same id in another %s is another call', async (_what, scope) => {
    const { started, results } = await submitTwice({}, scope);
    expect(started).toBe(2);
    expect(results.map((result) => result.status)).toEqual(['ok', 'ok']);
  });

  test.each([
    ['other args', { id: 'same', name: 'par__run', args: { other: true } }],
    ['another tool', { id: 'same', name: 'par__other', args: {} }],
  ])(
    'PAR-2: an id that a running call with %s has taken is an error, and the first runs on',
    async (_what, second) => {
      const { started, results } = await submitTwice({}, {}, [call('same'), second]);
      expect(started).toBe(1);
      expect(results[0]?.status).toBe('ok');
      expect(results[1]?.error?.code).toBe('E_TOOL');
      expect(results[1]?.error?.message).toBe(
        "The call id 'same' belongs to another call that is still running.",
      );
    },
  );

  test('PAR-2: an id of a million characters that is taken does not make a message as long', async () => {
    const id = 'i'.repeat(1_000_000);
    const { results } = await submitTwice({}, {}, [{ ...call(id) }, { id, name: 'par__other', args: {} }]);
    expect(results[1]?.error?.message.length).toBeLessThanOrEqual(1000);
  });

  test('PAR-2: args too deep to compare are other args', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep };
    const go = Promise.withResolvers<void>();
    const tool = singleTool(() => go.promise);
    const first = tool.call({ id: 'same' });
    const second = await tool.call({ id: 'same', args: unchecked(deep) });
    expect(JSON.stringify(second)).toContain('still running');
    go.resolve();
    expect((await first).status).toBe('ok');
  });

  test('PAR-2: three scopes may share an id; each is forgotten when it ends, in any order', async () => {
    const goes = new Map<string, () => void>();
    const tool = singleTool((ctx) => {
      const go = Promise.withResolvers<void>();
      goes.set(ctx.turnId, go.resolve);
      return go.promise.then(() => ctx.turnId);
    });
    const submit = (turnId: string) => tool.call({ id: 'same', scope: { turnId } });
    const first = { a: submit('a'), b: submit('b'), c: submit('c') };
    goes.get('b')?.();
    expect((await first.b).output).toBe('b');
    const again = submit('b');
    const joined = submit('a');
    for (const turnId of ['c', 'a', 'b']) goes.get(turnId)?.();
    expect((await joined).output).toBe('a');
    expect((await again).output).toBe('b');
    expect([(await first.a).output, (await first.c).output]).toEqual(['a', 'c']);
  });

  test('PAR-2: after the call has ended its id is free again', async () => {
    let started = 0;
    const tool = singleTool(async () => (started += 1));
    expect((await tool.call({ id: 'same' })).output).toBe(1);
    expect((await tool.call({ id: 'same', args: { other: 1 } })).output).toBe(2);
  });
});
