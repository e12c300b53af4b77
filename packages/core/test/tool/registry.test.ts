import { expect, test } from 'bun:test';
import { GoondanError } from '../../src/error/goondan-error.ts';
import { toolIdentity, ToolRegistry } from '../../src/tool/index.ts';
import { registerLoosely } from './support/ill-typed.ts';

const handler = () => null;

function codeOf(run: () => void): string | undefined {
  try {
    run();
  } catch (thrown) {
    return thrown instanceof GoondanError ? thrown.code : String(thrown);
  }
  return undefined;
}

test('ID-1: the identity of a Tool resource is Tool/<name>', () => {
  expect(toolIdentity('bash')).toBe('Tool/bash');
});

test('CAT-5: the registry answers get, has and items for what was registered, and undefined and false for the rest', () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler, description: 'adds' });
  expect(registry.has('calc__add')).toBe(true);
  expect(registry.get('calc__add')?.item).toEqual({ name: 'calc__add', description: 'adds' });
  for (const name of ['calc__sub', '__proto__', 'constructor', 'toString', '']) {
    expect(registry.has(name)).toBe(false);
    expect(registry.get(name)).toBeUndefined();
  }
});

test('CAT-7: registering a name again replaces it, and the disposer restores what was beneath', () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler, description: 'first' });
  const first = registry.get('calc__add');
  const dispose = registry.register({ name: 'calc__add', handler, description: 'second' });
  expect(registry.get('calc__add')?.item.description).toBe('second');
  expect(registry.items()).toHaveLength(1);
  dispose();
  expect(registry.get('calc__add')).toBe(first);
});

test('CAT-7: disposers work in any order, and a second call of one changes nothing', () => {
  const registry = new ToolRegistry();
  const [first, second, third] = ['1', '2', '3'].map((description) =>
    registry.register({ name: 'calc__add', handler, description }),
  );
  second?.();
  second?.();
  expect(registry.get('calc__add')?.item.description).toBe('3');
  third?.();
  expect(registry.get('calc__add')?.item.description).toBe('1');
  first?.();
  expect(registry.has('calc__add')).toBe(false);
  expect(registry.items()).toEqual([]);
});

test('CAT-7: the disposer of a tool that was unregistered does not touch its successor', () => {
  const registry = new ToolRegistry();
  const dispose = registry.register({ name: 'calc__add', handler, description: 'first' });
  expect(registry.unregister('calc__add')).toBe(true);
  expect(registry.unregister('calc__add')).toBe(false);
  registry.register({ name: 'calc__add', handler, description: 'second' });
  dispose();
  expect(registry.get('calc__add')?.item.description).toBe('second');
});

test('CAT-7: unregister takes a name away with every layer beneath', () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler });
  registry.register({ name: 'calc__add', handler });
  registry.unregister('calc__add');
  expect(registry.has('calc__add')).toBe(false);
  expect(registry.itemsOfResource('calc')).toEqual([]);
});

test.each([
  [''],
  ['add'],
  ['calc_add'],
  ['calc__'],
  ['__add'],
  ['a__b__c'],
  ['calc__ädd'],
  ['calc__add '],
  ['calc__add\n'],
  ['cаlc__add'],
  [`calc__${'a'.repeat(59)}`],
])(
  'CAT-7, NAME-5: registering the illegal name %j throws E_CONFIG_TOOL_NAME and leaves nothing behind',
  (name) => {
    const registry = new ToolRegistry();
    expect(codeOf(() => registry.register({ name, handler }))).toBe('E_CONFIG_TOOL_NAME');
    expect(registry.items()).toEqual([]);
    expect(registry.revision).toBe(0);
  },
);

test('NAME-5: the message for a name that is too long says which and by how much', () => {
  const name = `calc__${'a'.repeat(60)}`;
  expect(() => new ToolRegistry().register({ name, handler })).toThrow(
    `Tool name "${name}" has 66 characters, 2 more than the 64 that providers accept.`,
  );
});

test.each([[undefined], [null], [5], [{}], [['calc__add']]])(
  'CAT-7: the name %p, which is no text, is refused',
  (name) => {
    expect(codeOf(() => registerLoosely(new ToolRegistry(), { name, handler }))).toBe('E_CONFIG_TOOL_NAME');
  },
);

test('a definition without a handler, or with limits that are not whole numbers of at least 1, is refused', () => {
  const registry = new ToolRegistry();
  expect(() => registerLoosely(registry, { name: 'a__b' })).toThrow(TypeError);
  for (const field of ['errorMessageLimit', 'timeoutMs']) {
    for (const value of [0, -1, 1.5, Number.NaN, Infinity, '5', null]) {
      expect(() => registerLoosely(registry, { name: 'a__b', handler, [field]: value })).toThrow(RangeError);
    }
  }
  expect(registry.items()).toEqual([]);
});

test('ITEM-1: items are ordered by name by code unit, whatever the order of registration', () => {
  const names = ['b__a', 'a__b', 'B__a', 'a__B', 'a-b__a', 'a_b__a', 'a__a', 'z9__a', 'z10__a'];
  const inOrder = (order: readonly string[]): string[] => {
    const registry = new ToolRegistry();
    for (const name of order) registry.register({ name, handler });
    return registry.items().map((item) => item.name);
  };
  expect(inOrder(names)).toEqual([...names].sort());
  expect(inOrder(names.toReversed())).toEqual([...names].sort());
});

test('an unchanged registry gives the same array of items, a changed one another, and neither can be written to', () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler });
  const items = registry.items();
  const revision = registry.revision;
  expect(registry.items()).toBe(items);
  expect(Object.isFrozen(items)).toBe(true);
  expect(Object.isFrozen(items[0])).toBe(true);
  registry.register({ name: 'calc__sub', handler });
  expect(registry.items()).not.toBe(items);
  expect(items).toHaveLength(1);
  expect(registry.revision).toBeGreaterThan(revision);
});

test('ITEM-1: an item holds name, description, parameters and source, in this order, and nothing of the rest', () => {
  const registry = new ToolRegistry();
  registry.register({
    source: { type: 'extension', name: 'clock' },
    timeoutMs: 5,
    errorMessageLimit: 5,
    annotations: { readOnly: true },
    output: true,
    parameters: { type: 'object' },
    handler,
    description: 'tells the time',
    name: 'clock__now',
  });
  expect(JSON.stringify(registry.items())).toBe(
    '[{"name":"clock__now","description":"tells the time","parameters":{"type":"object"},"source":{"type":"extension","name":"clock"}}]',
  );
});

test('CAT-4: dynamicItems follows what is in force: an extension over a config tool and back', () => {
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler, source: { type: 'config', name: 'calc' } });
  expect(registry.dynamicItems()).toEqual([]);
  const dispose = registry.register({ name: 'calc__add', handler, source: { type: 'extension', name: 'x' } });
  expect(registry.dynamicItems().map((item) => item.name)).toEqual(['calc__add']);
  dispose();
  expect(registry.dynamicItems()).toEqual([]);
});

test('NAME-4: itemsOfResource tells resources apart whose names share a beginning', () => {
  const registry = new ToolRegistry();
  for (const name of ['a___b', 'a__c', 'a_b__c', 'a-b__c', 'ab__c']) registry.register({ name, handler });
  expect(registry.itemsOfResource('a').map((item) => item.name)).toEqual(['a___b', 'a__c']);
  registry.unregister('a___b');
  registry.unregister('a__c');
  expect(registry.itemsOfResource('a')).toEqual([]);
  expect(registry.itemsOfResource('a_b').map((item) => item.name)).toEqual(['a_b__c']);
});

test('CAT-3: who is shown a schema cannot change what the tool enforces, nor can who registered it', () => {
  const properties: Record<string, unknown> = { a: { type: 'number' } };
  const registry = new ToolRegistry();
  registry.register({ name: 'calc__add', handler, parameters: { type: 'object', properties } });
  properties['b'] = { type: 'string' };
  const { parameters } = registry.items()[0] ?? {};
  expect(parameters).toEqual({ type: 'object', properties: { a: { type: 'number' } } });
  expect(Object.isFrozen(parameters)).toBe(true);
  expect(
    Object.values(typeof parameters === 'object' ? parameters : {}).every((member) =>
      Object.isFrozen(member),
    ),
  ).toBe(true);
});

test('SCH-5: a schema that is not JSON is refused at registration', () => {
  const registry = new ToolRegistry();
  const parameters = { type: 'object', properties: { a: () => 1 } };
  expect(codeOf(() => registry.register({ name: 'calc__add', handler, parameters }))).toBe(
    'E_CONFIG_TOOL_SCHEMA',
  );
});
