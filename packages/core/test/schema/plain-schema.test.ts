import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isJsonSchema } from '../../src/schema/json-schema.ts';
import { metaSchemaProblems } from '../../src/schema/meta-schema.ts';
import { isPlainSchema } from '../../src/schema/plain-schema.ts';

const dialects = ['draft-07', '2020-12'] as const;

const keywords =
  `type properties required additionalProperties items anyOf oneOf allOf enum const default examples title description
  $comment format pattern minLength maxItems minProperties minimum exclusiveMaximum multipleOf uniqueItems readOnly $ref $id not
  dependencies nonsense __proto__ toString`.split(/\s+/);
const keyword = fc.constantFrom(...keywords);

/** Values that fit some keywords and not others, and schemas in them. */
const { schema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc
      .array(fc.tuple(keyword, tie('value')), { maxLength: 4 })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('string', 'object', 'integer', 'nope', '', 0, 1, -1, 1.5, true, null),
    fc.constantFrom(['a', 'b'], ['a', 'a'], [], ['string', 'null'], [1], {}, { a: 1 }),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 2 }),
    tie('schema').map((inner): unknown => ({ a: inner })),
  ),
}));

describe('a plain schema', () => {
  test('is one that the meta-schema of every dialect has nothing against', () => {
    let plain = 0;
    fc.assert(
      fc.property(schema, (one) => {
        if (!isPlainSchema(one)) return;
        plain += 1;
        for (const dialect of dialects) {
          if (!isJsonSchema(one)) throw new Error('a plain schema is a schema');
          expect(metaSchemaProblems(one, dialect)).toEqual([]);
        }
      }),
      { numRuns: 5000, seed: 7 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  test('is what tools have; what is unusual or wrong is left to the meta-schema', () => {
    const usual = {
      type: 'object',
      properties: { path: { type: 'string', minLength: 1 }, all: { type: ['boolean', 'null'] } },
      required: ['path'],
      additionalProperties: false,
      examples: [{ path: 'a' }],
    };
    expect(isPlainSchema(usual)).toBe(true);
    for (const other of [
      { ...usual, $ref: '#' },
      { type: 'text' },
      { required: ['a', 'a'] },
      { items: [{}] },
      1,
      null,
    ])
      expect(isPlainSchema(other)).toBe(false);
  });
});
