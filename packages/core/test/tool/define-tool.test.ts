import * as v from 'valibot';
import { expect, test } from 'bun:test';
import { z } from 'zod';
import {
  defineTool,
  type DefinedTool,
  isDefinedTool,
  ToolRegistry,
  type StandardSchema,
} from '../../src/tool/index.ts';
import { labOf } from './loader-support.ts';

/** Its own fields, as a spread would copy them. */
function fieldsOf(tool: DefinedTool): object {
  return Object.fromEntries(Object.entries(tool));
}

test('defineTool: what it makes holds name, description, parameters, output, annotations and limits, and nothing else', () => {
  const tool = defineTool({
    name: 'calc__add',
    description: 'Adds',
    input: { type: 'object', properties: { a: { type: 'number' } } },
    output: { type: 'number' },
    annotations: { readOnly: true },
    errorMessageLimit: 50,
    timeoutMs: 500,
    handler: () => 1,
  });
  expect<object>({ ...fieldsOf(tool), handler: typeof tool.handler }).toEqual({
    name: 'calc__add',
    handler: 'function',
    description: 'Adds',
    parameters: { type: 'object', properties: { a: { type: 'number' } } },
    output: { type: 'number' },
    annotations: { readOnly: true },
    errorMessageLimit: 50,
    timeoutMs: 500,
  });
  const bare = defineTool({ name: 'calc__none', handler: () => 1 });
  expect(
    Object.entries(bare)
      .filter(([, value]) => value !== undefined)
      .map(([key]) => key),
  ).toEqual(['name', 'handler']);
});

test('defineTool: isDefinedTool tells its tools from look-alikes', () => {
  const tool = defineTool({ name: 'calc__add', handler: () => 1 });
  expect(isDefinedTool(tool)).toBe(true);
  for (const other of [
    fieldsOf(tool),
    { name: 'calc__add', handler: () => 1 },
    null,
    undefined,
    'calc__add',
    () => 1,
    [],
  ]) {
    expect(isDefinedTool(other)).toBe(false);
  }
});

test('defineTool: the registry takes it, and an illegal name is refused there', () => {
  const registry = new ToolRegistry();
  registry.register(defineTool({ name: 'calc__add', handler: () => 1 }));
  expect(registry.has('calc__add')).toBe(true);
  expect(() => registry.register(defineTool({ name: 'add', handler: () => 1 }))).toThrow(/resource__export/);
});

test('defineTool: the JSON Schema is checked first, so that the author’s schema never sees what it cannot describe', async () => {
  const seen: unknown[] = [];
  const input = z.object({ n: z.number() }).refine((value) => {
    seen.push(value);
    return true;
  });
  const lab = labOf([defineTool({ name: 'calc__half', input, handler: (_ctx, { n }) => n / 2 })]);
  const wrong = await lab.call('calc__half', { args: { n: '4' } });
  expect(wrong.error?.code).toBe('E_TOOL_INVALID_ARGS');
  expect(wrong.error?.message).toContain('/n');
  expect(seen).toEqual([]);
  expect((await lab.call('calc__half', { args: { n: 4 } })).output).toBe(2);
  expect(seen).toEqual([{ n: 4 }]);
});

test('defineTool: a zod default, transform and nested value reach the handler as the author asked', async () => {
  const input = z.object({
    path: z.string().trim(),
    limit: z.number().default(10),
    range: z.object({ from: z.string().transform((text) => Number.parseInt(text, 10)) }),
    note: z.string().optional(),
  });
  const lab = labOf([
    defineTool({
      name: 'files__read',
      input,
      handler: (_ctx, value) => ({ ...value, note: 'note' in value }),
    }),
  ]);
  const result = await lab.call('files__read', { args: { path: ' a.txt ', range: { from: '7' } } });
  expect(result).toMatchObject({
    status: 'ok',
    output: { path: 'a.txt', limit: 10, range: { from: 7 }, note: false },
  });
});

test('defineTool: refinements become E_TOOL_INVALID_ARGS naming each path, and the handler does not start', async () => {
  let started = 0;
  const input = z
    .object({
      path: z.string().refine((path) => !path.includes('..'), 'must stay inside'),
      'a/b~c': z.array(z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') })),
    })
    .refine(({ path }) => path !== 'x', 'must not be x at all');
  const lab = labOf([defineTool({ name: 'files__read', input, handler: () => (started += 1) })]);
  const result = await lab.call('files__read', { args: { path: '../etc', 'a/b~c': [{ n: 2 }, { n: 3 }] } });
  expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
  expect(result.error?.message).toBe('files__read: /path must stay inside; /a~1b~0c/1/n must be even');
  const root = await lab.call('files__read', { args: { path: 'x', 'a/b~c': [] } });
  expect(root.error?.message).toBe('files__read: (root) must not be x at all');
  expect(started).toBe(0);
});

test('defineTool: a refinement’s message is cut to the tool’s limit', async () => {
  const input = z.object({ path: z.string().refine(() => false, '길'.repeat(500)) });
  const lab = labOf([defineTool({ name: 'files__read', input, errorMessageLimit: 60, handler: () => null })]);
  const result = await lab.call('files__read', { args: { path: 'a' } });
  expect(result.error?.message.length).toBeLessThanOrEqual(60);
  expect(result.error?.message).toEndWith('... (truncated)');
});

test('defineTool: a schema that validates asynchronously is awaited', async () => {
  const input = z.object({
    id: z.string().refine(async (id) => Promise.resolve(id === 'known'), 'is not known'),
  });
  const lab = labOf([defineTool({ name: 'rows__get', input, handler: (_ctx, { id }) => id })]);
  expect((await lab.call('rows__get', { args: { id: 'known' } })).output).toBe('known');
  const unknown = await lab.call('rows__get', { args: { id: 'other' } });
  expect(unknown.error).toMatchObject({
    code: 'E_TOOL_INVALID_ARGS',
    message: 'rows__get: /id is not known',
  });
});

test('defineTool: a schema whose validate throws is a failed call, not an exception', async () => {
  const input = z.object({
    id: z.string().transform((): string => {
      throw new TypeError('the schema is broken');
    }),
  });
  const lab = labOf([defineTool({ name: 'rows__get', input, handler: () => null })]);
  const result = await lab.call('rows__get', { args: { id: 'a' } });
  expect(result.error).toMatchObject({ code: 'E_TOOL', name: 'TypeError', message: 'the schema is broken' });
});

test('defineTool: a valibot schema beside its parameters is checked by both', async () => {
  const input = v.object({
    size: v.pipe(v.number(), v.minValue(1, 'must be at least 1')),
    name: v.pipe(
      v.string(),
      v.transform((name) => name.toUpperCase()),
    ),
    depth: v.optional(v.number(), 3),
  });
  const parameters = {
    type: 'object',
    properties: { size: { type: 'number' }, name: { type: 'string' }, depth: { type: 'number' } },
    required: ['size', 'name'],
  };
  const tool = defineTool({ name: 'box__make', input, parameters, handler: (_ctx, value) => value });
  expect(tool.parameters).toEqual(parameters);
  const lab = labOf([tool]);
  const made = await lab.call('box__make', { args: { size: 2, name: 'kim' } });
  expect(made.output).toEqual({ size: 2, name: 'KIM', depth: 3 });
  const missing = await lab.call('box__make', { args: { size: 2 } });
  expect(missing.error?.code).toBe('E_TOOL_INVALID_ARGS');
  expect(missing.error?.message).toContain('name');
  const small = await lab.call('box__make', { args: { size: 0, name: 'kim' } });
  expect(small.error).toMatchObject({
    code: 'E_TOOL_INVALID_ARGS',
    message: 'box__make: /size must be at least 1',
  });
});

test('defineTool: a schema that cannot describe itself, without parameters, is a TypeError that says what to do', () => {
  const define = () =>
    defineTool({ name: 'box__make', input: v.object({ size: v.number() }), handler: () => null });
  expect(define).toThrow(TypeError);
  expect(define).toThrow(/box__make.*valibot.*parameters/);
});

test('defineTool: a zod schema that JSON Schema cannot express says so when it is defined, naming the tool', () => {
  const define = () =>
    defineTool({ name: 'box__when', input: z.object({ at: z.date() }), handler: () => null });
  expect(define).toThrow(/box__when/);
  expect(define).toThrow(/parameters/);
  const described = defineTool({
    name: 'box__when',
    input: z.object({ at: z.coerce.date() }),
    parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
    handler: (_ctx, { at }) => at.toISOString(),
  });
  expect(described.parameters).toMatchObject({ required: ['at'] });
});

test('defineTool: any object with the Standard Schema interface will do, a callable one included', async () => {
  const standard: StandardSchema<unknown, { doubled: number }> = Object.assign(() => {}, {
    '~standard': {
      version: 1 as const,
      vendor: 'handmade',
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number'
          ? { value: { doubled: value.n * 2 } }
          : { issues: [{ message: 'needs n', path: [{ key: 'deep' }, 0, 'n'] }] },
    },
  });
  const parameters = { type: 'object' } as const;
  const lab = labOf([
    defineTool({
      name: 'calc__double',
      input: standard,
      parameters,
      handler: (_ctx, { doubled }) => doubled,
    }),
  ]);
  expect((await lab.call('calc__double', { args: { n: 4 } })).output).toBe(8);
  expect((await lab.call('calc__double')).error?.message).toBe('calc__double: /deep/0/n needs n');
});

test('defineTool: boolean schemas are JSON Schemas: true takes every object, false none', async () => {
  const lab = labOf([
    defineTool({ name: 'any__true', input: true, handler: () => 'ran' }),
    defineTool({ name: 'any__false', input: false, handler: () => 'ran' }),
  ]);
  expect((await lab.call('any__true', { args: { a: 1 } })).output).toBe('ran');
  expect((await lab.call('any__false')).error?.code).toBe('E_TOOL_INVALID_ARGS');
});

test('defineTool: what zod leaves open stays open: unknown keys pass the JSON Schema and are stripped for the handler', async () => {
  const open = z.object({ a: z.number() });
  const strict = z.strictObject({ a: z.number() });
  const lab = labOf([
    defineTool({ name: 'keys__open', input: open, handler: (_ctx, value) => value }),
    defineTool({ name: 'keys__strict', input: strict, handler: (_ctx, value) => value }),
  ]);
  expect((await lab.call('keys__open', { args: { a: 1, b: 2 } })).output).toEqual({ a: 1 });
  const refused = await lab.call('keys__strict', { args: { a: 1, b: 2 } });
  expect(refused.error?.code).toBe('E_TOOL_INVALID_ARGS');
  expect(refused.error?.message).toContain('b');
});
