import { join } from 'node:path';
import { afterEach, expect, test } from 'bun:test';
import {
  GoondanError,
  registerExtensions,
  stepCatalogItems,
  ToolCatalog,
  ToolExecutor,
  type DeclaredExtension,
  type ExtensionApi,
  type ExtensionModule,
} from '../../src/index.ts';
import { isRecord } from '../../src/json/json-value.ts';
import { register as registerTiming } from '../fixtures/seeds/tool-call-timing.ts';
import { inFolder, writeFiles } from '../tool/loader-support.ts';
import { scopeOf } from '../tool/support/scope.ts';
import { callLoosely, testHost } from './extension-host.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function isExtensionModule(module: unknown): module is ExtensionModule {
  return isRecord(module) && typeof module['register'] === 'function';
}

function extension(name: string, register: ExtensionModule['register']): DeclaredExtension {
  return { name, module: { register } };
}

test('register(api, config?) runs once for each extension, in declared order, each awaited before the next', async () => {
  const order: string[] = [];
  const slow = extension('slow', async () => {
    order.push('slow begins');
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('slow ends');
  });
  const quick = extension('quick', () => void order.push('quick'));
  await registerExtensions([slow, quick, extension('last', () => void order.push('last'))], testHost());
  expect(order).toEqual(['slow begins', 'slow ends', 'quick', 'last']);
});

test('register() gets the config that was declared, or none', async () => {
  const seen: unknown[] = [];
  const module: ExtensionModule = { register: (_api, config) => void seen.push(config) };
  await registerExtensions(
    [
      { name: 'a', module, config: { servers: {} } },
      { name: 'b', module },
    ],
    testHost(),
  );
  expect(seen).toEqual([{ servers: {} }, undefined]);
});

test('register() is called as a method of its module, so that `this` is the module', async () => {
  class Counting {
    count = 0;
    register(): void {
      this.count += 1;
    }
  }
  const module = new Counting();
  await registerExtensions([{ name: 'counting', module }], testHost());
  expect(module.count).toBe(1);
});

test.each([
  [
    'throws',
    (): void => {
      throw new Error('no key');
    },
    'no key',
  ],
  ['rejects', (): Promise<void> => Promise.reject(new Error('no network')), 'no network'],
  [
    'throws a coded error',
    (): void => {
      throw new GoondanError('E_CONFIG_TOOL_NAME', 'bad name');
    },
    'bad name',
  ],
])(
  'E_EXTENSION_INIT: a register() that %s stops there, naming the extension, with its cause',
  async (_title, register, reason) => {
    const order: string[] = [];
    const declared = [
      extension('first', () => void order.push('first')),
      extension('mcp-github', register),
      extension('never', () => void order.push('never')),
    ];
    const error: unknown = await registerExtensions(declared, testHost()).catch((thrown: unknown) => thrown);
    if (!(error instanceof GoondanError)) throw new Error('it did not fail with a coded error');
    expect(error.code).toBe('E_EXTENSION_INIT');
    expect(error.message).toContain("'mcp-github'");
    expect(error.message).toContain(reason);
    expect(error.cause).toBeInstanceOf(Error);
    expect(order).toEqual(['first']);
  },
);

test('E_EXTENSION_INIT: registering an illegal tool name, an unknown kind of middleware or no function stops the extension', async () => {
  const mistakes: ExtensionModule['register'][] = [
    (api) => void api.tools.register({ name: 'no-separator' }, () => null),
    (api) => callLoosely(api.pipeline, 'register', ['toolcall', () => null]),
    (api) => callLoosely(api.pipeline, 'register', ['toolCall', undefined]),
    (api) => callLoosely(api.tools, 'register', [{ name: 'a__b' }, undefined]),
  ];
  for (const [index, register] of mistakes.entries()) {
    const error: unknown = await registerExtensions([extension(`m${index}`, register)], testHost()).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'E_EXTENSION_INIT' });
  }
});

test('CAT-4, ITEM-1: a registered tool is in the catalog of the next step, with the extension as its source', async () => {
  const host = testHost();
  host.registry.register({
    name: 'bash__exec',
    handler: () => null,
    source: { type: 'config', name: 'bash' },
  });
  host.registry.register({
    name: 'other__run',
    handler: () => null,
    source: { type: 'config', name: 'other' },
  });
  const before = stepCatalogItems({ registry: host.registry, resources: ['bash'] });
  const register = (api: ExtensionApi) =>
    void api.tools.register({ name: 'weather__get', description: '날씨' }, () => '맑음');
  await registerExtensions([extension('weather-ext', register)], host);
  const after = stepCatalogItems({ registry: host.registry, resources: ['bash'] });
  expect(before.map(({ name }) => name)).toEqual(['bash__exec']);
  expect(after).toEqual([
    { name: 'bash__exec', source: { type: 'config', name: 'bash' } },
    { name: 'weather__get', description: '날씨', source: { type: 'extension', name: 'weather-ext' } },
  ]);
});

test('CAT-4, ITEM-1: an extension cannot pass a tool off as declared or as another’s; only MCP servers are named by it', async () => {
  const host = testHost();
  const mcp = { type: 'mcp', name: 'github', mcp: { extensionName: 'liar', serverName: 'github' } } as const;
  const register = (api: ExtensionApi): void => {
    api.tools.register({ name: 'a__config', source: { type: 'config', name: 'bash' } }, () => null);
    api.tools.register(
      { name: 'b__other', source: { type: 'extension', name: 'somebody-else' } },
      () => null,
    );
    api.tools.register({ name: 'c__mcp', source: mcp }, () => null);
    callLoosely(api.tools, 'register', [{ name: 'd__none', source: undefined }, () => null]);
  };
  await registerExtensions([extension('liar', register)], host);
  const items = stepCatalogItems({ registry: host.registry, resources: [] });
  const own = { type: 'extension', name: 'liar' } as const;
  expect(items.map(({ name, source }) => ({ name, source }))).toEqual([
    { name: 'a__config', source: own },
    { name: 'b__other', source: own },
    { name: 'c__mcp', source: mcp },
    { name: 'd__none', source: own },
  ]);
});

test('CAT-7: the disposer of tools.register() takes the tool away and restores what was beneath', async () => {
  const host = testHost();
  host.registry.register({ name: 'bash__exec', handler: () => 'declared' });
  let dispose = (): void => {};
  const register = (api: ExtensionApi): void => {
    dispose = api.tools.register({ name: 'bash__exec' }, () => 'replaced');
  };
  await registerExtensions([extension('sandbox', register)], host);
  const executor = new ToolExecutor(host.registry);
  const run = async (id: string) =>
    (await executor.execute({ id, name: 'bash__exec', args: {} }, scopeOf())).output;
  expect(await run('1')).toBe('replaced');
  dispose();
  expect(await run('2')).toBe('declared');
  dispose();
  expect(await run('3')).toBe('declared');
});

test('S0 §8.4: the printed toolCall middleware sees every call, times it, and gives its result back', async () => {
  const host = testHost();
  host.registry.register({
    name: 'calc__add',
    handler: (_ctx, input: { a: number; b: number }) => input.a + input.b,
  });
  await registerExtensions([extension('timing', registerTiming)], host);
  const executor = new ToolExecutor(host.registry, { middleware: host.pipeline.toolCall });
  const result = await executor.execute({ id: 'c1', name: 'calc__add', args: { a: 1, b: 2 } }, scopeOf());
  expect(result).toMatchObject({ status: 'ok', output: 3 });
  expect(host.lines[0]).toStartWith('Tool 호출: calc__add');
  expect(host.lines[1]).toMatch(/^Tool 완료: calc__add \(\d+ms\)$/);
});

test('S0 §12.2: the printed weather extension runs: its tool is in the catalog and answers what the API says', async () => {
  const source = await Bun.file(join(import.meta.dir, '../fixtures/seeds/weather.txt')).text();
  await inFolder({}, async (root) => {
    await writeFiles(root, { 'weather.ts': source });
    const module: unknown = await import(join(root, 'weather.ts'));
    if (!isExtensionModule(module)) throw new Error('the seed exports no register function');
    const host = testHost();
    await registerExtensions([{ name: 'weather', module }], host);
    const catalog = new ToolCatalog(
      stepCatalogItems({ registry: host.registry, resources: [] }),
      host.registry,
    );
    const asked: string[] = [];
    const answer = async (request: unknown): Promise<Response> => {
      asked.push(String(request));
      return asked.length === 1
        ? Response.json({ city: '서울', celsius: 21 })
        : new Response('', { status: 503 });
    };
    globalThis.fetch = Object.assign(answer, { preconnect: realFetch.preconnect });
    const executor = new ToolExecutor(host.registry);
    const call = (id: string) =>
      executor.execute({ id, name: 'weather__get', args: { city: '서울' } }, scopeOf(), { catalog });
    expect(await call('1')).toMatchObject({ status: 'ok', output: { city: '서울', celsius: 21 } });
    expect(asked[0]).toBe(`https://api.weather.example/v1/current?city=${encodeURIComponent('서울')}`);
    expect((await call('2')).error).toMatchObject({ code: 'E_TOOL', message: '날씨 API 오류: 503' });
    const wrong = await executor.execute({ id: '3', name: 'weather__get', args: {} }, scopeOf(), { catalog });
    expect(wrong.error?.code).toBe('E_TOOL_INVALID_ARGS');
  });
});
