import { describe, expect, test } from 'bun:test';
import type { Policy } from '../../src/resource/policy.ts';
import { ToolCatalog, ToolExecutor, ToolRegistry, type ToolResult } from '../../src/tool/index.ts';
import { executeLoosely } from './support/ill-typed.ts';
import { recordingLogger, scopeOf } from './support/scope.ts';
import { malformation } from './support/well-formed.ts';

const name = 'lab__run';
const whitelist = (...patterns: string[]): Policy => ({
  tools: { whitelist: patterns, features: { tools_policy: true } },
});

/** A call together with everything that may be wrong with it. */
interface Situation {
  readonly blocked?: boolean;
  readonly outsideCatalog?: boolean;
  readonly unregistered?: boolean;
  readonly stale?: boolean;
  readonly invalid?: boolean;
  readonly held?: boolean;
  readonly withoutCatalog?: boolean;
  readonly registryDirect?: boolean;
}

async function meet(
  situation: Situation,
): Promise<{ readonly result: ToolResult; readonly started: number }> {
  let started = 0;
  const registry = new ToolRegistry();
  const definition = {
    name,
    handler: () => (started += 1),
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
  };
  registry.register(definition);
  registry.register({ name: 'other__tool', handler: () => 1 });
  const catalog = new ToolCatalog(
    registry.items().filter((item) => !(situation.outsideCatalog && item.name === name)),
  );
  if (situation.stale) registry.register(definition);
  if (situation.unregistered) registry.unregister(name);
  const executor = new ToolExecutor(registry, {
    policy: {
      tools: {
        features: { tools_policy: true },
        ...(situation.blocked ? { whitelist: ['other__tool'] } : {}),
        ...(situation.held ? { approvals: [{ tool: name }] } : {}),
        ...(situation.registryDirect ? { registryDirect: true } : {}),
      },
    },
  });
  const { logger } = recordingLogger();
  const args = situation.invalid ? { n: 'x' } : { n: 1 };
  const options = situation.withoutCatalog ? {} : { catalog };
  const result = await executor.execute({ id: 'c1', name, args }, scopeOf({ logger }), options);
  expect(malformation(result, { id: 'c1', name })).toBeUndefined();
  return { result, started };
}

describe('ALLOW', () => {
  test('ALLOW-1: a tool of the step’s catalog runs', async () => {
    const { result, started } = await meet({});
    expect(result).toEqual({ toolCallId: 'c1', toolName: name, status: 'ok', output: 1 });
    expect(started).toBe(1);
  });

  test('ALLOW-2: a registered tool outside the catalog is refused with exactly this result', async () => {
    const { result, started } = await meet({ outsideCatalog: true });
    expect(result).toEqual({
      toolCallId: 'c1',
      toolName: name,
      status: 'error',
      error: {
        code: 'E_TOOL_NOT_IN_CATALOG',
        name: 'ToolNotInCatalogError',
        message: "Tool 'lab__run' is not available in the current Tool Catalog.",
        suggestion:
          'Call one of the tools in the current catalog, or add the tool to spec.tools of the agent.',
        helpUrl: 'https://docs.goondan.ai/errors/E_TOOL_NOT_IN_CATALOG',
      },
    });
    expect(started).toBe(0);
  });

  test('ALLOW-2: a typo of a tool in the catalog is suggested; a tool outside it is not given away', async () => {
    const registry = new ToolRegistry();
    for (const tool of ['file-system__read', 'file-system__reed'])
      registry.register({ name: tool, handler: () => 1 });
    const catalog = new ToolCatalog(registry.items().filter((item) => item.name === 'file-system__read'));
    for (const name of ['file-system__raed', 'file-system']) {
      const result = await new ToolExecutor(registry).execute({ id: 'c1', name, args: {} }, scopeOf(), {
        catalog,
      });
      expect(result.error?.suggestion).toBe("Did you mean 'file-system__read'?");
    }
  });

  test('ALLOW-2: for a tool of the catalog that is gone no tool outside the catalog is suggested', async () => {
    const registry = new ToolRegistry();
    for (const tool of ['file-system__read', 'file-system__reed'])
      registry.register({ name: tool, handler: () => 1 });
    const catalog = new ToolCatalog(registry.items().filter((item) => item.name === 'file-system__read'));
    registry.unregister('file-system__read');
    const call = { id: 'c1', name: 'file-system__read', args: {} };
    const result = await new ToolExecutor(registry).execute(call, scopeOf(), { catalog });
    expect(result.error?.code).toBe('E_TOOL_NOT_FOUND');
    expect(result.error?.suggestion).toBe('Check the name against the registered tools.');
  });

  test('ALLOW-3: the registry is the scope only with policy.tools.registryDirect', async () => {
    expect((await meet({ outsideCatalog: true, registryDirect: true })).result.status).toBe('ok');
    expect((await meet({ outsideCatalog: true, registryDirect: false })).result.error?.code).toBe(
      'E_TOOL_NOT_IN_CATALOG',
    );
  });

  test('ALLOW-3: registryDirect finds no tool that is not registered, and does not excuse a stale one', async () => {
    const gone = await meet({ outsideCatalog: true, unregistered: true, registryDirect: true });
    expect(gone.result.error?.code).toBe('E_TOOL_NOT_FOUND');
    expect((await meet({ stale: true, registryDirect: true })).result.error?.code).toBe('E_TOOL_STALE');
  });

  test('ALLOW-1: an empty catalog allows nothing, which is not the same as no catalog', async () => {
    const registry = new ToolRegistry();
    registry.register({ name, handler: () => 1 });
    const executor = new ToolExecutor(registry);
    const call = { id: 'c1', name, args: {} };
    expect((await executor.execute(call, scopeOf(), { catalog: new ToolCatalog([]) })).status).toBe('error');
    expect((await executor.execute(call, scopeOf())).status).toBe('ok');
  });
});

describe('order of refusal', () => {
  const order = [
    ['blocked', { blocked: true }, 'E_TOOL_BLOCKED'],
    ['outside the catalog', { outsideCatalog: true }, 'E_TOOL_NOT_IN_CATALOG'],
    ['gone', { unregistered: true }, 'E_TOOL_NOT_FOUND'],
    ['stale', { stale: true }, 'E_TOOL_STALE'],
    ['invalid', { invalid: true }, 'E_TOOL_INVALID_ARGS'],
    ['held with nobody to ask', { held: true }, 'E_TOOL_DENIED'],
  ] as const;

  for (const [index, [first, firstFields, code]] of order.entries()) {
    test(`a call that is ${first} answers ${code} and does not start the handler`, async () => {
      const { result, started } = await meet(firstFields);
      expect(result.error?.code).toBe(code);
      expect(started).toBe(0);
    });
    for (const [second, secondFields] of order.slice(index + 1)) {
      test(`ALLOW-3: a call that is both ${first} and ${second} answers ${code}`, async () => {
        const { result, started } = await meet({ ...firstFields, ...secondFields });
        expect(result.error?.code).toBe(code);
        expect(started).toBe(0);
      });
    }
  }

  test('ALLOW-3: a call with every fault at once is blocked', async () => {
    const all: Situation = {
      blocked: true,
      outsideCatalog: true,
      unregistered: true,
      stale: true,
      invalid: true,
      held: true,
    };
    expect((await meet(all)).result.error?.code).toBe('E_TOOL_BLOCKED');
  });

  test('ALLOW-3: without a catalog an unknown tool is E_TOOL_NOT_FOUND, after blocked and before invalid', async () => {
    const absent = { withoutCatalog: true, unregistered: true, invalid: true, held: true };
    expect((await meet(absent)).result.error?.code).toBe('E_TOOL_NOT_FOUND');
    expect((await meet({ ...absent, blocked: true })).result.error?.code).toBe('E_TOOL_BLOCKED');
  });
});

describe('POL-2 in the executor', () => {
  async function codeWith(policy: Policy, called = name): Promise<string | undefined> {
    const registry = new ToolRegistry();
    for (const tool of ['lab__run', 'lab2__run', 'lab__stop'])
      registry.register({ name: tool, handler: () => 1 });
    const { logger } = recordingLogger();
    const call = { id: 'c1', name: called, args: {} };
    return (await new ToolExecutor(registry, { policy }).execute(call, scopeOf({ logger }))).error?.code;
  }

  test('POL-2: full names and resource__* allow; anything else is blocked', async () => {
    expect(await codeWith(whitelist('lab__run'))).toBeUndefined();
    expect(await codeWith(whitelist('lab__*'))).toBeUndefined();
    expect(await codeWith(whitelist('lab__run'), 'lab__stop')).toBe('E_TOOL_BLOCKED');
    expect(await codeWith(whitelist('lab__*'), 'lab2__run')).toBe('E_TOOL_BLOCKED');
    expect(await codeWith(whitelist('*'))).toBe('E_TOOL_BLOCKED');
    expect(await codeWith(whitelist('lab__r*'))).toBe('E_TOOL_BLOCKED');
    expect(await codeWith(whitelist())).toBe('E_TOOL_BLOCKED');
  });

  test('POL-2: a whitelist blocks nothing while features.tools_policy is off', async () => {
    expect(await codeWith({ tools: { whitelist: ['other__x'] } })).toBeUndefined();
  });

  test('POL-2: a blocked call is logged as a warning and names the whitelist', async () => {
    const registry = new ToolRegistry();
    registry.register({ name, handler: () => 1 });
    const { logger, warnings } = recordingLogger();
    const executor = new ToolExecutor(registry, { policy: whitelist('other__x') });
    const result = await executor.execute({ id: 'c1', name, args: {} }, scopeOf({ logger }));
    expect(result.error?.message).toBe("Tool 'lab__run' is blocked: it is not in the whitelist of policy.");
    expect(warnings).toEqual(["Tool 'lab__run' is blocked: it is not in the whitelist of policy."]);
  });
});

describe('names from models', () => {
  const strange = [
    '',
    '__proto__',
    'constructor',
    'lab__run\0',
    'lab__run ',
    'lab__rսn',
    'LAB__RUN',
    '\ud800',
    'a'.repeat(1_000_000),
  ];
  const notText = [undefined, null, 5, true, {}, [], ['lab__run'], { toString: () => 'lab__run' }];

  for (const policy of [{}, whitelist('lab__*'), whitelist('lab__run')]) {
    test(`no strange name starts the handler; the answer is short (policy ${JSON.stringify(policy)})`, async () => {
      let started = 0;
      const registry = new ToolRegistry();
      registry.register({ name, handler: () => (started += 1) });
      const executor = new ToolExecutor(registry, { policy });
      const { logger } = recordingLogger();
      for (const catalog of [undefined, new ToolCatalog(registry.items())]) {
        for (const called of [...strange, ...notText]) {
          const call = { id: 'c1', name: called, args: {} };
          const options = catalog === undefined ? {} : { catalog };
          const result = await executeLoosely(executor, call, { scope: scopeOf({ logger }), options });
          expect(malformation(result, call)).toBeUndefined();
          expect(JSON.stringify(result)).toMatch(/"code":"E_TOOL_(BLOCKED|NOT_IN_CATALOG|NOT_FOUND)"/);
          const error = JSON.stringify(result).slice(JSON.stringify(called)?.length ?? 0);
          expect(error.length).toBeLessThan(1000);
        }
      }
      expect(started).toBe(0);
    });
  }

  test('control characters of a name do not reach the message as they are', async () => {
    const call = { id: 'c1', name: 'a\u001b[31m__b\n', args: {} };
    const result = await new ToolExecutor(new ToolRegistry()).execute(call, scopeOf());
    expect(result.error?.message).toBe("Tool 'a\\u001b[31m__b\\n' is not registered.");
  });
});
