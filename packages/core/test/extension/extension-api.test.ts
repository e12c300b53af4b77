import { expect, test } from 'bun:test';
import { GoondanError, registerExtensions, type ExtensionApi, type ExtensionHost } from '../../src/index.ts';
import { unchecked } from '../tool/support/ill-typed.ts';
import { testHost } from './extension-host.ts';

async function apiOf(host: ExtensionHost, name = 'mine'): Promise<ExtensionApi> {
  const given: ExtensionApi[] = [];
  await registerExtensions([{ name, module: { register: (api) => void given.push(api) } }], host);
  const [api] = given;
  if (api === undefined) throw new Error('register was not called');
  return api;
}

test('each extension has a folder of its own below that of the host, or of the bundle', async () => {
  const host = { ...testHost(), bundleRoot: '/bundle', stateFolder: '/state/extensions' };
  expect((await apiOf(host)).stateFolder).toBe('/state/extensions/mine');
  expect((await apiOf({ ...testHost(), bundleRoot: '/bundle' })).stateFolder).toBe(
    '/bundle/.goondan/extensions/mine',
  );
});

test('POL-1: features are those of the policy, and off where there is none', async () => {
  expect((await apiOf(testHost())).features).toEqual({ mcp_tools: false, tools_policy: false });
  const features = { mcp_tools: true, tools_policy: false };
  expect((await apiOf({ ...testHost(), features })).features).toEqual(features);
});

test('CAT-7: an extension can tell whether a name is taken', async () => {
  const api = await apiOf(testHost());
  const dispose = api.tools.register({ name: 'lab__run' }, () => 1);
  expect([api.tools.has('lab__run'), api.tools.has('lab__other')]).toEqual([true, false]);
  dispose();
  expect(api.tools.has('lab__run')).toBe(false);
});

test('PEND-2: a handle is completed by the host; without one there is none', async () => {
  const completed: unknown[] = [];
  const complete = async (...given: unknown[]): Promise<void> => void completed.push(given);
  await (await apiOf({ ...testHost(), complete })).handles.complete('h-1', { v: 9 });
  expect(completed).toEqual([['h-1', { v: 9 }]]);
  const api = await apiOf(testHost());
  const thrown: unknown = await api.handles.complete('h-1', null).catch((error: unknown) => error);
  expect(thrown instanceof GoondanError && thrown.code).toBe('E_HANDLE_NOT_FOUND');
});

test('PEND-2: nothing counts as null, as what a handler returns does', async () => {
  const completed: unknown[] = [];
  const complete = async (...given: unknown[]): Promise<void> => void completed.push(given);
  await (await apiOf({ ...testHost(), complete })).handles.complete('h-1', unchecked(undefined));
  expect(completed).toEqual([['h-1', null]]);
});

test('whoever waits outside a turn can keep the process awake', async () => {
  let holds = 0;
  const keepAwake = (): (() => void) => {
    holds += 1;
    return () => void (holds -= 1);
  };
  const release = (await apiOf({ ...testHost(), keepAwake })).keepAwake();
  expect(holds).toBe(1);
  release();
  expect(holds).toBe(0);
  (await apiOf(testHost())).keepAwake()();
});

test('what is to run at the end is handed to the host', async () => {
  const stops: (() => void | Promise<void>)[] = [];
  const api = await apiOf({ ...testHost(), onStop: (stop) => void stops.push(stop) });
  let isStopped = false;
  api.onStop(() => void (isStopped = true));
  expect(isStopped).toBe(false);
  for (const stop of stops) await stop();
  expect(isStopped).toBe(true);
  (await apiOf(testHost())).onStop(() => undefined);
});
