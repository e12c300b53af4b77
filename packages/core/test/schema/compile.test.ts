import { expect, spyOn, test } from 'bun:test';
import { GoondanError } from '../../src/error/goondan-error.ts';
import { compileSchema } from '../../src/schema/compile.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

test('SCH-5: a schema written as a readonly literal compiles as it stands', () => {
  const schema = { type: 'object', properties: { a: { enum: ['x', 'y'] } }, required: ['a'] } as const;
  const compiled = compileSchema(schema);
  expect(compiled.schema).toBe(schema);
  expect([compiled.accepts({ a: 'x' }), compiled.accepts({})]).toEqual([true, false]);
});

test('SCH-5: an invalid schema is thrown as E_CONFIG_TOOL_SCHEMA and names each problem', () => {
  const error = thrownBy({ type: 'strng', properties: { a: 5 } });
  expect(error.code).toBe('E_CONFIG_TOOL_SCHEMA');
  expect(error.message).toStartWith('not a valid JSON Schema: /type must be one of "array"');
  expect(error.message).toEndWith('/properties/a must be object or boolean, got number 5');
});

test('SCH-5: an unknown $schema is refused by name', () => {
  expect(thrownBy({ $schema: 'https://example.com/mine' }).message).toContain(
    'names "https://example.com/mine", which is not known here',
  );
});

test('SCH-5: a property whose name is the empty text can be required like any other', () => {
  for (const schema of [
    { required: [''] },
    { required: ['', 'a'] },
    { required: ['a', ''] },
    { dependentRequired: { a: [''] } },
    { $schema: draft07, dependencies: { a: ['b', ''] } },
  ]) {
    const compiled = compileSchema(schema);
    expect([compiled.accepts({ a: 1, b: 1 }), compiled.failures({ a: 1, b: 1 }).length]).toEqual([false, 1]);
    expect(compiled.accepts({ a: 1, b: 1, '': 1 })).toBe(true);
  }
});

test('SCH-5: $schema decides how a schema is read', () => {
  const tuple = { items: [{ type: 'string' }] };
  expect(compileSchema({ $schema: draft07, ...tuple }).accepts([1])).toBe(false);
  expect(thrownBy({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...tuple }).message).toContain(
    '/items must be object or boolean',
  );
  expect(compileSchema({ $schema: draft07, prefixItems: [{ type: 'string' }] }).accepts([1])).toBe(true);
  for (const $schema of [
    'http://json-schema.org/draft-06/schema#',
    'https://json-schema.org/draft/2019-09/schema',
  ]) {
    expect(compileSchema({ $schema, ...tuple }).accepts([1])).toBe(false);
  }
});

test('SCH-5: without $schema, keywords only draft-07 has make it draft-07, and nothing beside a $ref is lost', () => {
  expect(compileSchema({ items: [{ type: 'string' }], additionalItems: false }).accepts(['a', 1])).toBe(
    false,
  );
  expect(compileSchema({ dependencies: { a: ['b'] } }).accepts({ a: 1 })).toBe(false);
  const beside = {
    definitions: { text: { type: 'string' } },
    dependencies: { a: ['b'] },
    properties: { a: { $ref: '#/definitions/text', maxLength: 1 } },
  };
  expect(compileSchema(beside).accepts({ a: 'long', b: 1 })).toBe(false);
  expect(compileSchema({ dependencies: { a: ['b'] }, prefixItems: [{ type: 'string' }] }).accepts([1])).toBe(
    false,
  );
});

test('SCH-5: $ref finds documents by URI, by their own $id and by anchor; nothing is fetched', () => {
  const documents = {
    'https://example.com/a.json': {
      $id: 'https://example.com/b.json',
      $defs: { c: { $anchor: 'c', type: 'string' } },
    },
  };
  for (const $ref of [
    'https://example.com/a.json#/$defs/c',
    'https://example.com/b.json#/$defs/c',
    'https://example.com/b.json#c',
  ]) {
    const compiled = compileSchema({ $ref }, { documents });
    expect([compiled.accepts('x'), compiled.accepts(1)]).toEqual([true, false]);
  }
  expect(thrownBy({ $ref: 'https://example.com/a.json' }).message).toContain(
    '/$ref names "https://example.com/a.json", which cannot be found',
  );
});

test('SCH-5: a schema may refer to the meta-schemas', () => {
  for (const $ref of [draft07, 'https://json-schema.org/draft/2020-12/schema']) {
    const compiled = compileSchema({ $ref });
    expect([
      compiled.accepts({ type: 'string' }),
      compiled.accepts({ properties: { a: { minimum: 'x' } } }),
    ]).toEqual([true, false]);
  }
});

test('SCH-5: keywords that are not JSON Schema change nothing, even those Ajv would act on', () => {
  const compiled = compileSchema({
    type: 'string',
    $async: true,
    nullable: true,
    id: 'x',
    discriminator: { propertyName: 'a' },
    'goondan:branch': 0,
  });
  expect([compiled.accepts('a'), compiled.accepts(null)]).toEqual([true, false]);
  expect(compileSchema({ nullable: true }).accepts(null)).toBe(true);
});

test('SCH-5: a value is neither coerced nor completed', () => {
  const value = { count: '1' };
  expect(
    compileSchema({ properties: { count: { type: 'number' }, other: { default: 3 } } }).accepts(value),
  ).toBe(false);
  expect(value).toEqual({ count: '1' });
});

test('SCH-5: NaN and Infinity are not numbers, for JSON has none', () => {
  const { accepts } = { accepts: (value: unknown) => compileSchema({ type: 'number' }).accepts(value) };
  expect([accepts(Number.NaN), accepts(Infinity), accepts(1)]).toEqual([false, false, true]);
});

test('SCH-5: names that every object inherits are properties like any other', () => {
  const schema: unknown = JSON.parse(
    '{"properties":{"__proto__":{"type":"number"},"constructor":{"type":"number"}},"required":["toString"],"additionalProperties":{"type":"boolean"}}',
  );
  const compiled = compileSchema(toSchema(schema));
  const judge = (text: string) => compiled.accepts(JSON.parse(text));
  expect(judge('{}')).toBe(false);
  expect(judge('{"toString":true}')).toBe(true);
  expect(judge('{"toString":true,"__proto__":1,"constructor":1}')).toBe(true);
  expect(judge('{"toString":true,"__proto__":"x"}')).toBe(false);
  expect(judge('{"toString":true,"constructor":"x"}')).toBe(false);
});

test('SCH-5: uniqueItems takes time by the length of the list and sees a second "__proto__"', () => {
  const compiled = compileSchema({ items: { type: 'string' }, uniqueItems: true });
  expect(compiled.accepts(['__proto__', '__proto__'])).toBe(false);
  expect(
    compileSchema({ uniqueItems: true }).accepts(Array.from({ length: 100_000 }, (_, a) => ({ a }))),
  ).toBe(true);
}, 60_000);

test('SCH-5: a pattern that only plain JavaScript reads is taken as it is', () => {
  expect(compileSchema({ pattern: String.raw`^[^\@]+$` }).accepts('a@b')).toBe(false);
  expect(compileSchema({ pattern: String.raw`^\p{L}$` }).accepts('é')).toBe(true);
});

test('SCH-5: a schema may be changed after it was compiled without effect on what it accepts and explains', () => {
  const schema: Record<string, unknown> = { type: 'string' };
  const compiled = compileSchema(schema);
  schema['type'] = 'number';
  expect(compiled.failures(1)).toEqual([{ path: '', message: 'must be string, got number 1' }]);
});

test('SCH-5: two schemas of one $id live side by side, and thousands of re-registrations leave nothing behind', () => {
  const make = (type: string, index = 0) =>
    compileSchema({
      $id: 'https://example.com/same',
      properties: { a: { $id: 'inner', type, pattern: `^x{${index}}` } },
    });
  const [text, count] = [make('string'), make('number')];
  expect([text.accepts({ a: 'x' }), count.accepts({ a: 'x' })]).toEqual([true, false]);
  for (let index = 0; index < 300; index += 1) make('string', index);
  const before = heapAfterCollection();
  for (let index = 0; index < 2000; index += 1) make('string', index);
  // One kilobyte for each would be two megabytes.
  expect(heapAfterCollection() - before).toBeLessThan(1_500_000);
}, 60_000);

test('SCH-5: nothing is ever written to the console', () => {
  const spies = (['log', 'warn', 'error', 'info', 'debug'] as const).map((name) => spyOn(console, name));
  compileSchema({
    if: true,
    unknownKeyword: 1,
    format: 'no-such-format',
    prefixItems: [true],
    required: ['undeclared'],
  }).failures(1);
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  for (const spy of spies) spy.mockRestore();
});

test('SCH-5: importing the module does not load Ajv', () => {
  const source = `import('${import.meta.dir}/../../src/schema/describe-shape.ts').then(() => {
    console.log(Object.keys(require.cache).some((path) => path.includes('/ajv/')));
  });`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '--no-install', '--eval', source]);
  expect([stdout.toString().trim(), stderr.toString()]).toEqual(['false', '']);
});

function heapAfterCollection(): number {
  Bun.gc(true);
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

function thrownBy(schema: JsonSchema): GoondanError {
  try {
    compileSchema(schema);
  } catch (error) {
    if (error instanceof GoondanError) return error;
  }
  throw new Error('the schema was accepted');
}

function toSchema(value: unknown): JsonSchema {
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  throw new Error('not a schema');
}
