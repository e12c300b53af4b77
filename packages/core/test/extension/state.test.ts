import { expect, test } from 'bun:test';
import {
  registerExtensions,
  runInTurn,
  ToolExecutor,
  type ExtensionApi,
  type JsonValue,
  type TurnScope,
} from '../../src/index.ts';
import { settled } from '../tool/support/never.ts';
import { scopeOf } from '../tool/support/scope.ts';
import { testHost, type TestHost } from './extension-host.ts';

/** The durable side, which the runtime provides: one per instance. */
function turnScope(): TurnScope & { readonly stored: Map<string, JsonValue> } {
  const stored = new Map<string, JsonValue>();
  return {
    stored,
    getState: async (extensionName, key) => stored.get(`${extensionName}/${key}`),
    setState: async (extensionName, key, value) => void stored.set(`${extensionName}/${key}`, value),
  };
}

async function apiOf(name: string, host: TestHost): Promise<ExtensionApi> {
  const found: ExtensionApi[] = [];
  await registerExtensions([{ name, module: { register: (api) => void found.push(api) } }], host);
  const [api] = found;
  if (api === undefined) throw new Error('register() did not run');
  return api;
}

/** What a promise is rejected with. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (thrown: unknown) => thrown,
  );
}

const outside = { code: 'E_EXTENSION_STATE' };

test('state: what is set in a turn is found in a later turn of the same instance, by that extension alone', async () => {
  const host = testHost();
  const counter = await apiOf('counter', host);
  const other = await apiOf('other', host);
  const instance = turnScope();
  expect(await runInTurn(instance, () => counter.state.get('count'))).toBeUndefined();
  await runInTurn(instance, () => counter.state.set('count', { value: 1 }));
  expect(await runInTurn(instance, () => counter.state.get('count'))).toEqual({ value: 1 });
  expect(await runInTurn(instance, () => other.state.get('count'))).toBeUndefined();
  expect([...instance.stored.keys()]).toEqual(['counter/count']);
});

test('state: two turns at once, of two instances, never see each other, however they interleave', async () => {
  const api = await apiOf('counter', testHost());
  const [left, right] = [turnScope(), turnScope()];
  const turn = (scope: TurnScope, name: string): Promise<JsonValue | undefined> =>
    runInTurn(scope, async () => {
      for (let step = 0; step < 20; step += 1) {
        const seen = (await api.state.get('log')) ?? '';
        await settled();
        await api.state.set('log', `${JSON.stringify(seen).slice(1, -1)}${name}`);
      }
      return api.state.get('log');
    });
  const [ofLeft, ofRight] = await Promise.all([turn(left, 'l'), turn(right, 'r')]);
  expect(ofLeft).toBe('l'.repeat(20));
  expect(ofRight).toBe('r'.repeat(20));
});

test('state: a tool handler and a toolCall middleware find the state of the turn that called them', async () => {
  const host = testHost();
  const api = await apiOf('counter', host);
  api.tools.register({ name: 'counter__next' }, async () => {
    const next = Number((await api.state.get('count')) ?? 0) + 1;
    await api.state.set('count', next);
    return next;
  });
  api.pipeline.register('toolCall', async (ctx) => {
    await api.state.set('last', ctx.toolName);
    return ctx.next();
  });
  const executor = new ToolExecutor(host.registry, { middleware: host.pipeline.toolCall });
  const [left, right] = [turnScope(), turnScope()];
  const call = (scope: TurnScope, instanceKey: string, id: string) =>
    runInTurn(scope, () =>
      executor.execute({ id, name: 'counter__next', args: {} }, scopeOf({ instanceKey })),
    );
  const results = await Promise.all([
    call(left, 'l', '1'),
    call(right, 'r', '1'),
    call(left, 'l', '2').then(() => call(left, 'l', '3')),
  ]);
  expect(results.every((result) => result.status === 'ok')).toBe(true);
  expect(right.stored.get('counter/count')).toBe(1);
  expect(left.stored.get('counter/last')).toBe('counter__next');
});

test('E_EXTENSION_STATE: state throws while the extension is being set up', async () => {
  const seen: unknown[] = [];
  const register = async (api: ExtensionApi): Promise<void> => {
    seen.push(await failureOf(api.state.get('a')));
    seen.push(await failureOf(api.state.set('a', 1)));
  };
  await registerExtensions([{ name: 'early', module: { register } }], testHost());
  expect(seen).toMatchObject([outside, outside]);
  expect(String(seen[0])).toContain("'early'");
});

test('E_EXTENSION_STATE: state throws outside a turn, before one and after one', async () => {
  const api = await apiOf('counter', testHost());
  expect(await failureOf(api.state.get('a'))).toMatchObject(outside);
  await runInTurn(turnScope(), () => api.state.set('a', 1));
  expect(await failureOf(api.state.set('a', 2))).toMatchObject(outside);
});

test('E_EXTENSION_STATE: a timer started before a turn is outside it, also when it fires while the turn runs', async () => {
  const api = await apiOf('counter', testHost());
  const fired = Promise.withResolvers<unknown>();
  let isStarted = false;
  const timer = setInterval(() => {
    if (!isStarted) return;
    clearInterval(timer);
    fired.resolve(failureOf(api.state.get('a')));
  }, 1);
  const seen = await runInTurn(turnScope(), async () => {
    await api.state.set('a', 'inside');
    isStarted = true;
    const fromTimer = await fired.promise;
    return [fromTimer, await api.state.get('a')];
  });
  expect(seen[0]).toMatchObject(outside);
  expect(seen[1]).toBe('inside');
});

test('state: a listener finds the state of the turn that emitted, not of the one that listened', async () => {
  const api = await apiOf('counter', testHost());
  const [listening, emitting] = [turnScope(), turnScope()];
  const done = Promise.withResolvers<void>();
  runInTurn(listening, () =>
    api.events.on('tick', async () => {
      await api.state.set('who', 'heard');
      done.resolve();
    }),
  );
  runInTurn(emitting, () => api.events.emit('tick'));
  await done.promise;
  expect([listening.stored.size, emitting.stored.get('counter/who')]).toEqual([0, 'heard']);
});

test('state: runInTurn hands back what the turn returns or throws', async () => {
  expect(runInTurn(turnScope(), () => 7)).toBe(7);
  expect(() =>
    runInTurn(turnScope(), () => {
      throw new RangeError('turn');
    }),
  ).toThrow(RangeError);
});
