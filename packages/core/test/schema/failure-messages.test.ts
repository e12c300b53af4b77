import { expect, test } from 'bun:test';
import { compileSchema } from '../../src/schema/compile.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';
import { joinFailures } from '../../src/schema/schema-failure.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';
const file = {
  type: 'object',
  properties: { kind: { const: 'file' }, path: { type: 'string' } },
  required: ['kind', 'path'],
};
const url = {
  type: 'object',
  properties: { kind: { const: 'url' }, url: { type: 'string' } },
  required: ['kind', 'url'],
};
const options = { path: true, maxBytes: true };
const tree = { type: 'object', properties: { next: { $ref: '#/$defs/tree' }, value: { type: 'string' } } };

const cases: readonly (readonly [keyword: string, schema: JsonSchema, value: unknown, expected: string])[] = [
  ['type', { type: 'string' }, 5, '(root) must be string, got number 5'],
  ['type of two', { type: ['string', 'null'] }, true, '(root) must be string or null, got boolean true'],
  [
    'type of three',
    { type: ['string', 'number', 'null'] },
    {},
    '(root) must be string, number or null, got object',
  ],
  ['type integer', { type: 'integer' }, 1.5, '(root) must be integer, got number 1.5'],
  ['type of an array', { type: 'object' }, [1, 2, 3], '(root) must be object, got array of 3'],
  ['type of null', { type: 'object' }, null, '(root) must be object, got null'],
  [
    'enum',
    { enum: ['read', 'write'] },
    'raed',
    '(root) must be one of "read", "write", got "raed" (did you mean "read"?)',
  ],
  [
    'enum of anything',
    { enum: [{ a: 1 }, [1, 2], null] },
    0,
    '(root) must be one of {"a":1}, [1,2], null, got 0',
  ],
  ['enum of one', { enum: ['only'] }, 0, '(root) must be "only", got 0'],
  ['enum of none', { enum: [] }, 0, '(root) is not allowed'],
  ['const', { const: 'a' }, 'b', '(root) must be "a", got "b"'],
  ['const object', { const: { a: [1] } }, {}, '(root) must be {"a":[1]}, got object'],
  ['minimum', { minimum: 1 }, 0, '(root) must be >= 1, got 0'],
  ['maximum', { maximum: 1 }, 2, '(root) must be <= 1, got 2'],
  ['exclusiveMinimum', { exclusiveMinimum: 0 }, 0, '(root) must be > 0, got 0'],
  ['exclusiveMaximum', { exclusiveMaximum: 0 }, 0, '(root) must be < 0, got 0'],
  ['multipleOf', { multipleOf: 5 }, 7, '(root) must be a multiple of 5, got 7'],
  ['minLength', { minLength: 3 }, 'ab', '(root) must have at least 3 characters, got 2: "ab"'],
  ['maxLength', { maxLength: 1 }, '😀😀', '(root) must have at most 1 character, got 2: "😀😀"'],
  ['pattern', { pattern: '^a+$' }, 'b', '(root) must match the pattern ^a+$, got "b"'],
  ['minItems', { minItems: 2 }, [1], '(root) must have at least 2 items, got 1'],
  ['maxItems', { maxItems: 1 }, [1, 2], '(root) must have at most 1 item, got 2'],
  [
    'uniqueItems',
    { uniqueItems: true },
    [0, { a: 1, b: 2 }, { b: 2, a: 1 }],
    '(root) must not repeat an item, but items 1 and 2 are equal',
  ],
  [
    'contains',
    { contains: { type: 'string' } },
    [1],
    '(root) must contain at least 1 item that is string, got array of 1',
  ],
  [
    'minContains',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [1],
    '(root) must contain at least 2 and at most 3 items that are 1, got array of 1',
  ],
  [
    'maxContains',
    { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    [1, 1],
    '(root) must contain at most 1 item that is 1, got array of 2',
  ],
  ['items', { items: { type: 'string' } }, ['a', 1], '/1 must be string, got number 1'],
  [
    'items after prefixItems',
    { prefixItems: [{ type: 'string' }], items: false },
    ['a', 1],
    '(root) must have at most 1 item, got 2',
  ],
  ['prefixItems', { prefixItems: [{ type: 'string' }] }, [1], '/0 must be string, got number 1'],
  [
    'items of draft-07',
    { $schema: draft07, items: [{ type: 'string' }] },
    [1],
    '/0 must be string, got number 1',
  ],
  [
    'additionalItems',
    { $schema: draft07, items: [true], additionalItems: false },
    [1, 2, 3],
    '(root) must have at most 1 item, got 3',
  ],
  ['unevaluatedItems', { prefixItems: [true], unevaluatedItems: false }, [1, 2], '/1 is not allowed'],
  [
    'unevaluatedItems schema',
    { prefixItems: [true], unevaluatedItems: { type: 'string' } },
    [1, 2],
    '/1 must be string, got number 2',
  ],
  ['required', { required: ['a', 'b'] }, {}, '/a is required; /b is required'],
  ['minProperties', { minProperties: 2 }, { a: 1 }, '(root) must have at least 2 properties, got 1'],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, '(root) must have at most 1 property, got 2'],
  [
    'additionalProperties, close',
    { properties: options, additionalProperties: false },
    { paht: 1 },
    '/paht is not allowed (did you mean "path"?)',
  ],
  [
    'additionalProperties, far',
    { properties: options, additionalProperties: false },
    { zzz: 1 },
    '/zzz is not allowed (known are "path", "maxBytes")',
  ],
  ['additionalProperties, none', { additionalProperties: false }, { a: 1 }, '/a is not allowed'],
  [
    'additionalProperties schema',
    { additionalProperties: { type: 'string' } },
    { a: 1 },
    '/a must be string, got number 1',
  ],
  [
    'patternProperties',
    { patternProperties: { '^x': { type: 'string' } } },
    { xa: 1 },
    '/xa must be string, got number 1',
  ],
  [
    'unevaluatedProperties',
    { properties: options, unevaluatedProperties: false },
    { paht: 1 },
    '/paht is not allowed (did you mean "path"?)',
  ],
  [
    'propertyNames',
    { propertyNames: { pattern: '^[a-z]+$' } },
    { A: 1 },
    '/A has a name that is not allowed: it must match the pattern ^[a-z]+$, got "A"',
  ],
  ['propertyNames false', { propertyNames: false }, { a: 1 }, '/a has a name that is not allowed'],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, '/b is required when "a" is present'],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['c'] } } }, { a: 1 }, '/c is required'],
  [
    'dependencies, names',
    { $schema: draft07, dependencies: { a: ['b'] } },
    { a: 1 },
    '/b is required when "a" is present',
  ],
  [
    'dependencies, schema',
    { $schema: draft07, dependencies: { a: { required: ['c'] } } },
    { a: 1 },
    '/c is required',
  ],
  ['false', { properties: { a: false } }, { a: 1 }, '/a is not allowed'],
  ['not', { not: { type: 'string' } }, 'x', '(root) must not be string, got string "x"'],
  [
    'not without a shape',
    { not: { minimum: 3 } },
    4,
    '(root) must not be schema {"minimum":3}, got number 4',
  ],
  ['not everything', { not: {} }, 'x', '(root) is not allowed'],
  ['then', ifThen({ required: ['a'] }, { required: ['b'] }), { a: 1 }, '/b is required'],
  ['else', { if: { type: 'string' }, else: { minimum: 3 } }, 1, '(root) must be >= 3, got 1'],
  [
    'then beside unevaluatedProperties',
    {
      unevaluatedProperties: false,
      ...ifThen({ properties: { a: { const: 1 } } }, { properties: { b: { type: 'string' } } }),
    },
    { a: 1, b: 2 },
    '/b must be string, got number 2',
  ],
  [
    'else beside unevaluatedProperties',
    { unevaluatedProperties: false, if: { required: ['a'] }, else: { required: ['b'] } },
    {},
    '/b is required',
  ],
  [
    'allOf',
    { allOf: [{ minimum: 3 }, { multipleOf: 2 }] },
    1,
    '(root) must be >= 3, got 1; (root) must be a multiple of 2, got 1',
  ],
  [
    'anyOf of types',
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    null,
    '(root) must be string or number, got null',
  ],
  [
    'anyOf of values',
    { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] },
    'd',
    '(root) must be one of "a", "b", "c", got "d"',
  ],
  [
    'anyOf, one close',
    { anyOf: [{ type: 'string' }, { properties: { a: { type: 'number' } } }] },
    { a: 'x' },
    '/a must be number, got string "x"',
  ],
  [
    'anyOf, none close',
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    '(root) must match one of: {"a": any} | {"b": any}, got object',
  ],
  [
    'anyOf in anyOf',
    { anyOf: [false, { anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    1,
    '(root) must be string or null, got number 1',
  ],
  ['oneOf with the right tag', { oneOf: [file, url] }, { kind: 'url' }, '/url is required'],
  [
    'oneOf with a wrong tag',
    { oneOf: [file, url] },
    { kind: 'ftp' },
    '/kind must be one of "file", "url", got "ftp"',
  ],
  [
    'oneOf, two match',
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    3,
    '(root) must match exactly one of: number | integer, but matches alternatives 1 and 2, got number 3',
  ],
  [
    '$ref',
    { $ref: '#/$defs/tree', $defs: { tree } },
    { next: { value: 1 } },
    '/next/value must be string, got number 1',
  ],
  [
    '$dynamicRef',
    { $dynamicRef: '#x', $defs: { x: { $dynamicAnchor: 'x', type: 'string' } } },
    1,
    '(root) must be string, got number 1',
  ],
];

for (const [keyword, schema, value, expected] of cases) {
  test(`SCH-5: a failing ${keyword} reads: ${expected}`, () => {
    const compiled = compileSchema(schema);
    expect(joinFailures(compiled.failures(value))).toBe(expected);
    expect(compiled.accepts(value)).toBe(false);
  });
}

/** By a map, for an object literal with `then` looks like a promise to the linter. */
function ifThen(condition: JsonSchema, consequence: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(new Map([['if', condition]]).set('then', consequence));
}
