import { expect, test } from 'bun:test';
import { schemaProblems } from '../../src/schema/problems.ts';

const typeNames = '"array", "boolean", "integer", "null", "number", "object", "string"';

const cases: readonly (readonly [what: string, schema: unknown, path: string, message: string])[] = [
  ['a value that is no schema', 5, '', 'must be an object or a boolean, got number 5'],
  [
    'a misspelt type',
    { type: 'strng' },
    '/type',
    `must be one of ${typeNames}, got "strng" (did you mean "string"?)`,
  ],
  [
    'a misspelt type in a list',
    { type: ['string', 'nul'] },
    '/type/1',
    `must be one of ${typeNames}, got "nul" (did you mean "null"?)`,
  ],
  [
    'a property that is no schema',
    { properties: { a: 5 } },
    '/properties/a',
    'must be object or boolean, got number 5',
  ],
  ['a keyword of the wrong type', { minimum: '1' }, '/minimum', 'must be number, got string "1"'],
  ['a negative length', { items: { minLength: -1 } }, '/items/minLength', 'must be >= 0, got -1'],
  ['required as a text', { required: 'a' }, '/required', 'must be array, got string "a"'],
  [
    'required with a repetition',
    { required: ['a', 'a'] },
    '/required',
    'must not repeat an item, but items 0 and 1 are equal',
  ],
  ['an empty allOf', { allOf: [] }, '/allOf', 'must have at least 1 item, got 0'],
  [
    'a broken pattern',
    { pattern: '(' },
    '/pattern',
    'is not a regular expression: Invalid regular expression: missing )',
  ],
  [
    'a broken key of patternProperties',
    { patternProperties: { '[/': true } },
    '/patternProperties/[~1',
    'is not a regular expression: Invalid regular expression: missing terminating ] for character class',
  ],
  [
    'a $ref to nowhere',
    { properties: { 'a/b': { $ref: '#/$defs/x' } } },
    '/properties/a~1b/$ref',
    'names "#/$defs/x", which cannot be found',
  ],
  [
    'a $ref to an inherited member',
    { $ref: '#/constructor' },
    '/$ref',
    'names "#/constructor", which cannot be found',
  ],
  [
    'a $ref to itself',
    { properties: { a: { $ref: '#/properties/a' } } },
    '/properties/a',
    'refers to itself without end',
  ],
  [
    'a circle of references',
    {
      $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      items: { $ref: '#/$defs/a' },
    },
    '/$defs/a',
    'refers to itself without end',
  ],
  [
    'a $ref to a broken schema below an unknown keyword',
    { items: { $ref: '#/components/a' }, components: { a: { properties: { b: { type: 1 } } } } },
    '/items/$ref',
    `names a schema that is not valid: /properties/b/type must be one of ${typeNames}, got 1`,
  ],
  [
    'an unknown dialect',
    { $schema: 'http://json-schema.org/draft-08/schema#' },
    '/$schema',
    'names "http://json-schema.org/draft-08/schema#", which is not known here; did you mean http://json-schema.org/draft-07/schema#?',
  ],
  ['a schema nested too deeply', nested(200), '', 'is nested more than 128 deep'],
  [
    'a schema that is too large',
    { enum: Array.from({ length: 60_000 }, (_, index) => index) },
    '',
    'is too large: it has more than 50000 values',
  ],
];

for (const [what, schema, path, message] of cases) {
  test(`SCH-5: ${what} is found at ${path === '' ? 'the root' : path}`, () => {
    expect(schemaProblems(schema)).toEqual([{ path, message }]);
  });
}

test('SCH-5: all problems are found in one pass, each with its place', () => {
  const schema = {
    type: 'strng',
    properties: { a: 5, b: { pattern: '(' }, c: { $ref: '#/x' } },
    required: 'a',
  };
  const places = ['/properties/a', '/properties/b/pattern', '/properties/c/$ref', '/required', '/type'];
  expect(
    schemaProblems(schema)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(places);
});

test('SCH-5: a path names its place in full, however long its keys are', () => {
  const key = 'k'.repeat(500);
  expect(schemaProblems({ properties: { [key]: { type: 1 } } })[0]?.path).toBe(`/properties/${key}/type`);
});

test('SCH-5: a schema that refers to itself on the way down is no problem', () => {
  expect(schemaProblems({ properties: { next: { $ref: '#' } } })).toEqual([]);
});

test('SCH-5: an object that contains itself is refused, not followed', () => {
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic['properties'] = { self: cyclic };
  expect(schemaProblems(cyclic)).toEqual([{ path: '', message: 'is nested more than 128 deep' }]);
});

test('SCH-5: a schema as deep as allowed compiles', () => {
  expect(schemaProblems(nested(120))).toEqual([]);
});

test('SCH-5: a meta-schema that requires an unknown vocabulary is refused', () => {
  const documents = {
    'https://example.com/meta': { $vocabulary: { 'https://example.com/vocabulary': true } },
  };
  expect(schemaProblems({ $schema: 'https://example.com/meta' }, documents)).toEqual([
    {
      path: '/$schema',
      message: 'requires the vocabulary https://example.com/vocabulary, which is not known here',
    },
  ]);
});

function nested(depth: number): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { items: schema };
  return schema;
}
