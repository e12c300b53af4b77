import { expect, test } from 'bun:test';
import { describeShape, exampleOf } from '../../src/schema/describe-shape.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';

const shapes: readonly (readonly [schema: JsonSchema, shape: string])[] = [
  [
    {
      type: 'object',
      properties: { path: { type: 'string' }, maxBytes: { type: 'number' } },
      required: ['path'],
    },
    '{"path": string, "maxBytes"?: number}',
  ],
  [true, 'any'],
  [false, 'never'],
  [{}, 'any'],
  [{ type: 'object' }, 'object'],
  [{ type: 'object', additionalProperties: false }, '{}'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{[name]: number}'],
  [{ required: ['a'] }, '{"a": any}'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
  [{ const: 'a' }, '"a"'],
  [{ type: 'array' }, 'array'],
  [{ items: { type: 'string' } }, 'string[]'],
  [{ items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
  [{ items: [{ type: 'string' }] }, '[string]'],
  [
    { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'boolean' } } }] },
    'string | {"a"?: boolean}',
  ],
  [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, '{"a": any} & {"b": any}'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, 'integer'],
  [{ properties: { next: { $ref: '#' } } }, '{"next"?: {"next"?: {"next"?: …}}}'],
  [{ $ref: 'https://example.com/a' }, 'any'],
];

for (const [schema, shape] of shapes) {
  test(`SCH-5: the shape ${shape} is described in a line`, () => {
    expect(describeShape(schema)).toBe(shape);
  });
}

test('SCH-5: a shape is bounded however large or tangled the schema is', () => {
  const tangled = {
    anyOf: Array.from({ length: 2000 }, () => ({ $ref: '#' })),
    properties: { a: { $ref: '#' }, b: { $ref: '#' } },
  };
  expect(describeShape(tangled).length).toBeLessThanOrEqual(601);
  const wide = {
    properties: Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`property${index}`, { type: 'string' }]),
    ),
  };
  expect(describeShape(wide).length).toBeLessThanOrEqual(601);
});

const text = { type: 'string' };
const examples: readonly (readonly [what: string, schema: JsonSchema, example: unknown])[] = [
  [
    'examples of properties',
    { type: 'object', properties: { path: { type: 'string', examples: ['notes.md'] } }, required: ['path'] },
    { path: 'notes.md' },
  ],
  [
    'an optional property only when it has examples',
    { type: 'object', properties: { a: text, b: { examples: [7] } } },
    { b: 7 },
  ],
  ['examples of the whole', { type: 'object', examples: [{ a: 1 }], required: ['a'] }, { a: 1 }],
  ['the first example that fits', { type: 'string', examples: [1, 'two'] }, 'two'],
  ['a default', { type: 'number', default: 4 }, 4],
  ['a const', { const: { a: 1 } }, { a: 1 }],
  ['an enum', { enum: ['a', 'b'] }, 'a'],
  [
    'types',
    {
      type: 'object',
      properties: { a: text, b: { type: 'boolean' }, c: { type: 'null' } },
      required: ['a', 'b', 'c'],
    },
    { a: 'text', b: true, c: null },
  ],
  ['lengths', { type: 'string', minLength: 6, maxLength: 6 }, 'textxx'],
  ['a format', { type: 'string', format: 'date' }, '2026-01-31'],
  ['bounds', { type: 'integer', minimum: 5, multipleOf: 4 }, 8],
  ['exclusive bounds', { type: 'number', exclusiveMinimum: 3, exclusiveMaximum: 5 }, 4],
  ['an upper bound', { type: 'integer', maximum: -3 }, -3],
  ['items', { type: 'array', items: text, minItems: 2 }, ['text', 'text']],
  ['a tuple', { prefixItems: [text, { type: 'integer' }], type: 'array' }, ['text', 1]],
  [
    'references',
    { $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: text }, required: ['b'] } } },
    { b: 'text' },
  ],
  [
    'the parts of allOf',
    {
      allOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { b: text }, required: ['b'] },
      ],
      type: 'object',
    },
    { a: 'text', b: 'text' },
  ],
  [
    'the first alternative that works',
    { anyOf: [{ type: 'string', pattern: '^[0-9]{9}$' }, { type: 'boolean' }] },
    true,
  ],
  ['nothing when a pattern is in the way', { type: 'string', pattern: '^[0-9]{9}$' }, undefined],
  ['nothing for what nothing fits', { not: {} }, undefined],
  [
    'nothing for endless structures',
    { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] },
    undefined,
  ],
  ['nothing for a broken schema', { type: 'strng' }, undefined],
  ['nothing that is very long', { type: 'string', default: 'x'.repeat(5000), minLength: 300 }, undefined],
];

for (const [what, schema, example] of examples) {
  test(`SCH-5: an example is made of ${what}`, () => {
    const found: unknown = exampleOf(schema);
    expect(found).toEqual(example);
  });
}

test('SCH-5: references that multiply do not take long to find that there is no example', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`p${index}`, { $ref: '#' }]),
  );
  expect(exampleOf({ type: 'object', properties, required: Object.keys(properties) })).toBeUndefined();
}, 60_000);

test('SCH-5: an example belongs to whoever asked for it', () => {
  const schema = { const: { a: [1] } };
  const first = exampleOf(schema);
  if (typeof first === 'object' && first !== null && !Array.isArray(first)) first['a'] = 'changed';
  expect(exampleOf(schema)).toEqual({ a: [1] });
});
