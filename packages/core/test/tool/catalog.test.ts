import { describe, expect, test } from 'bun:test';
import { blockingWhitelist } from '../../src/policy/whitelist.ts';
import { effectivePolicy } from '../../src/policy/effective-policy.ts';
import {
  stepCatalogItems,
  ToolCatalog,
  ToolExecutor,
  ToolRegistry,
  type ToolCatalogItem,
  type ToolSource,
} from '../../src/tool/index.ts';
import { scopeOf } from './support/scope.ts';

const extension: ToolSource = { type: 'extension', name: 'x' };

function registryOf(...names: readonly string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const name of names) registry.register({ name, handler: () => name, description: `does ${name}` });
  return registry;
}

async function outcome(registry: ToolRegistry, catalog: ToolCatalog, name = 'calc__add'): Promise<unknown> {
  const result = await new ToolExecutor(registry).execute({ id: 'c1', name, args: {} }, scopeOf(), {
    catalog,
  });
  return result.status === 'error' ? result.error?.code : result.output;
}

describe('ToolCatalog', () => {
  test('CAT-1: a catalog holds its items in the order given, by name, and cannot be written to', () => {
    const items = [{ name: 'b__b' }, { name: 'a__a', description: 'first' }];
    const catalog = new ToolCatalog(items);
    items.push({ name: 'c__c' });
    expect(catalog.items().map((item) => item.name)).toEqual(['b__b', 'a__a']);
    expect(catalog.get('a__a')?.description).toBe('first');
    expect(catalog.has('c__c')).toBe(false);
    expect(Object.isFrozen(catalog.items())).toBe(true);
  });

  test('CAT-1: names that every object inherits are in no catalog', () => {
    const catalog = new ToolCatalog([]);
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', '']) {
      expect(catalog.has(name)).toBe(false);
      expect(catalog.get(name)).toBeUndefined();
    }
  });

  test('CAT-1: of two items with one name the model is shown one, the last', () => {
    const catalog = new ToolCatalog([
      { name: 'a__a', description: '1' },
      { name: 'b__b' },
      { name: 'a__a', description: '2' },
    ]);
    expect(catalog.items().map((item) => item.description)).toEqual(['2', undefined]);
  });

  test('CAT-6: a call to a tool registered anew after the step began answers E_TOOL_STALE and does not run', async () => {
    const registry = registryOf('calc__add');
    const catalog = new ToolCatalog(registry.items());
    let started = 0;
    registry.register({ name: 'calc__add', handler: () => (started += 1) });
    expect(await outcome(registry, catalog)).toBe('E_TOOL_STALE');
    expect(started).toBe(0);
  });

  test('CAT-6: the same definition registered again is another registration, and stale', async () => {
    const registry = new ToolRegistry();
    const definition = { name: 'calc__add', handler: () => 1 };
    registry.register(definition);
    const catalog = new ToolCatalog(registry.items());
    registry.register(definition);
    expect(await outcome(registry, catalog)).toBe('E_TOOL_STALE');
  });

  test('CAT-6: a replacement that was disposed of leaves the catalog of before valid', async () => {
    const registry = registryOf('calc__add');
    const catalog = new ToolCatalog(registry.items());
    const dispose = registry.register({ name: 'calc__add', handler: () => 'other' });
    dispose();
    expect(await outcome(registry, catalog)).toBe('calc__add');
  });

  test('CAT-6: a tool that is gone answers E_TOOL_NOT_FOUND', async () => {
    const registry = registryOf('calc__add');
    const catalog = new ToolCatalog(registry.items());
    registry.unregister('calc__add');
    expect(await outcome(registry, catalog)).toBe('E_TOOL_NOT_FOUND');
  });

  test('CAT-6: a tool disposed of answers what was beneath as stale, not as itself', async () => {
    const registry = registryOf('calc__add');
    const dispose = registry.register({ name: 'calc__add', handler: () => 'upper' });
    const catalog = new ToolCatalog(registry.items());
    dispose();
    expect(await outcome(registry, catalog)).toBe('E_TOOL_STALE');
  });

  test('CAT-6: items copied or made by hand are bound by name when the catalog is made with the registry', async () => {
    const registry = registryOf('calc__add');
    const copies: ToolCatalogItem[] = registry
      .items()
      .map((item) => ({ ...item, description: 'another text' }));
    const bound = new ToolCatalog(copies, registry);
    expect(await outcome(registry, bound)).toBe('calc__add');
    registry.register({ name: 'calc__add', handler: () => 'other' });
    expect(await outcome(registry, bound)).toBe('E_TOOL_STALE');
  });

  test('CAT-6: an item that was replaced before the catalog was made stays bound to its own registration', async () => {
    const registry = registryOf('calc__add');
    const old = registry.items();
    registry.register({ name: 'calc__add', handler: () => 'other' });
    expect(await outcome(registry, new ToolCatalog(old, registry))).toBe('E_TOOL_STALE');
  });

  test('CAT-6: an item made by hand that nothing stands behind answers E_TOOL_NOT_FOUND', async () => {
    const registry = registryOf('calc__add');
    expect(await outcome(registry, new ToolCatalog([{ name: 'ghost__walk' }], registry), 'ghost__walk')).toBe(
      'E_TOOL_NOT_FOUND',
    );
  });
});

describe('stepCatalogItems', () => {
  test('CAT-2, CAT-4: a step starts from the declared resources in declared order, then what extensions registered', () => {
    const registry = registryOf('bash__exec', 'calc__sub', 'calc__add', 'unlisted__tool');
    registry.register({ name: 'zoo__open', handler: () => 1, source: extension });
    registry.register({ name: 'ant__walk', handler: () => 1, source: { type: 'mcp', name: 'ant' } });
    const items = stepCatalogItems({ registry, resources: ['calc', 'bash', 'missing'] });
    expect(items.map((item) => item.name)).toEqual([
      'calc__add',
      'calc__sub',
      'bash__exec',
      'ant__walk',
      'zoo__open',
    ]);
  });

  test('CAT-4: a tool registered between two steps is in the second, and gone again when it is disposed of', () => {
    const registry = registryOf('calc__add');
    const names = (): string[] =>
      stepCatalogItems({ registry, resources: ['calc'] }).map((item) => item.name);
    const dispose = registry.register({ name: 'clock__now', handler: () => 1, source: extension });
    expect(names()).toEqual(['calc__add', 'clock__now']);
    dispose();
    expect(names()).toEqual(['calc__add']);
  });

  test('CAT-2: a tool of a declared resource that an extension replaced stands once, at its declared place', () => {
    const registry = registryOf('calc__add', 'bash__exec');
    registry.register({ name: 'calc__add', handler: () => 1, description: 'new', source: extension });
    const items = stepCatalogItems({ registry, resources: ['calc', 'bash', 'calc'] });
    expect(items.map((item) => item.name)).toEqual(['calc__add', 'bash__exec']);
    expect(items[0]?.description).toBe('new');
  });

  test('POL-2: tools that policy blocks are left out, declared and dynamic alike', () => {
    const registry = registryOf('calc__add', 'bash__exec');
    registry.register({ name: 'clock__now', handler: () => 1, source: extension });
    const policy = effectivePolicy([
      { origin: 'swarm', policy: { tools: { whitelist: ['calc__*'], features: { tools_policy: true } } } },
    ]);
    const items = stepCatalogItems({
      registry,
      resources: ['calc', 'bash'],
      isAllowed: (name) => blockingWhitelist(policy, name) === undefined,
    });
    expect(items.map((item) => item.name)).toEqual(['calc__add']);
  });

  test('an unchanged tool set gives a byte-identical catalog from step to step and from process to process', () => {
    const names = ['calc__sub', 'calc__add', 'bash__exec'];
    const text = (order: readonly string[]): string => {
      const registry = registryOf(...order);
      registry.register({ name: 'clock__now', handler: () => 1, source: extension });
      return JSON.stringify(stepCatalogItems({ registry, resources: ['bash', 'calc'] }));
    };
    expect(text(names)).toBe(text(names.toReversed()));
  });

  test('CAT-3: what a step makes of its array does not reach the registry or the next step', () => {
    const registry = registryOf('calc__add', 'calc__sub');
    const first = stepCatalogItems({ registry, resources: ['calc'] });
    first.pop();
    first.push({ name: 'made__up' });
    expect(stepCatalogItems({ registry, resources: ['calc'] }).map((item) => item.name)).toEqual([
      'calc__add',
      'calc__sub',
    ]);
  });
});

test('CAT-6: an item that nothing stood behind when the catalog was bound does not run what is registered later', async () => {
  const registry = new ToolRegistry();
  const catalog = new ToolCatalog([{ name: 'calc__add' }], registry);
  registry.register({ name: 'calc__add', handler: () => 'ran' });
  const result = await new ToolExecutor(registry).execute(
    { id: 'c1', name: 'calc__add', args: {} },
    scopeOf(),
    { catalog },
  );
  expect(result.error?.code).toBe('E_TOOL_STALE');
});
