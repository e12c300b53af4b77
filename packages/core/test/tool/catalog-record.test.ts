import { expect, test } from 'bun:test';
import { parseJson } from '../../src/json/parse-json.ts';
import {
  ToolCatalog,
  ToolExecutor,
  ToolRegistry,
  type CatalogRecord,
  type ToolDefinition,
} from '../../src/tool/index.ts';
import { scopeOf } from './support/scope.ts';

const add: ToolDefinition = {
  name: 'calc__add',
  description: 'Add two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  annotations: { idempotent: true },
  output: { type: 'number' },
  handler: () => 1,
};

/** Writes a catalog down as a process does that is about to die, and reads it as the next one does. */
function written(registry: ToolRegistry): CatalogRecord {
  const text = JSON.stringify(new ToolCatalog(registry.items(), registry).record());
  const record: unknown = parseJson(text);
  if (!isCatalogRecord(record)) throw new TypeError('not a record');
  return record;
}

function isCatalogRecord(value: unknown): value is CatalogRecord {
  return (
    Array.isArray(value) &&
    value.every((entry) => typeof entry === 'object' && entry !== null && 'item' in entry)
  );
}

async function callAfterRestart(before: ToolDefinition, after: readonly ToolDefinition[]): Promise<string> {
  const old = new ToolRegistry();
  old.register(before);
  const record = written(old);
  const registry = new ToolRegistry();
  for (const definition of after) registry.register(definition);
  const catalog = ToolCatalog.restore(record, registry);
  expect(catalog.items().map((item) => item.name)).toEqual([before.name]);
  const call = { id: 'c1', name: before.name, args: {} };
  const result = await new ToolExecutor(registry).execute(call, scopeOf(), { catalog });
  return result.error?.code ?? result.status;
}

test('CAT-6: after a restart a tool with the same definition is called, in whatever order its keys were written', async () => {
  expect(await callAfterRestart(add, [{ ...add, handler: () => 2 }])).toBe('ok');
  const reordered = { properties: { b: { type: 'number' }, a: { type: 'number' } }, type: 'object' };
  expect(await callAfterRestart(add, [{ ...add, parameters: reordered }])).toBe('ok');
  expect(await callAfterRestart(add, [{ ...add, source: { type: 'config', name: 'calc' } }])).toBe('ok');
});

test('CAT-6: after a restart a tool that is gone is E_TOOL_NOT_FOUND', async () => {
  expect(await callAfterRestart(add, [])).toBe('E_TOOL_NOT_FOUND');
  expect(await callAfterRestart(add, [{ ...add, name: 'calc__other' }])).toBe('E_TOOL_NOT_FOUND');
});

test.each([
  ['description', { description: 'Add them up' }],
  ['parameters', { parameters: { type: 'object', properties: { a: { type: 'string' } } } }],
  ['annotations', { annotations: { idempotent: false } }],
  ['output', { output: { type: 'integer' } }],
])('CAT-6: after a restart a tool with another %s is E_TOOL_STALE', async (_what, change) => {
  expect(await callAfterRestart(add, [{ ...add, ...change }])).toBe('E_TOOL_STALE');
});

test('CAT-6: an item that nothing stood behind stays without effect after a restart', () => {
  const registry = new ToolRegistry();
  const record = new ToolCatalog([{ name: 'calc__add' }], registry).record();
  registry.register(add);
  const entry = ToolCatalog.restore(record, registry).entry('calc__add');
  expect(entry).toMatchObject({ registration: undefined, isBound: true });
});

test('an unchanged tool set is written down byte by byte the same, whatever the order of registration', () => {
  const other = { ...add, name: 'calc__sub' };
  const [first, second] = [
    [add, other],
    [other, add],
  ].map((tools) => {
    const registry = new ToolRegistry();
    for (const tool of tools) registry.register(tool);
    return JSON.stringify(new ToolCatalog(registry.items()).record());
  });
  expect(first).toBe(second);
});
