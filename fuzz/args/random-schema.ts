import * as fc from 'fast-check';
import { randomJson, randomKey } from './random-json.ts';

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
const count = fc.nat({ max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '.', '^[^a]*$', '\\p{L}', '(a|b)+');

/** Schemas of a dialect that are mostly sensible: few keywords at a time, for a schema with all of them refuses everything. */
export function randomSchema(
  dialect: 'draft-07' | '2020-12',
): fc.Arbitrary<Record<string, unknown> | boolean> {
  const { schema } = fc.letrec<{ schema: Record<string, unknown> | boolean }>((tie) => {
    const inner = tie('schema');
    const some = fc.array(inner, { minLength: 1, maxLength: 3 });
    const keywords: (readonly [string, fc.Arbitrary<unknown>])[] = [
      ['type', fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))],
      ['enum', fc.array(randomJson, { minLength: 1, maxLength: 3 })],
      ['const', randomJson],
      ['minimum', count],
      ['maximum', count],
      ['multipleOf', fc.constantFrom(1, 2, 3)],
      ['minLength', count],
      ['maxLength', count],
      ['pattern', pattern],
      ['minItems', count],
      ['maxItems', count],
      ['uniqueItems', fc.boolean()],
      ['required', fc.uniqueArray(randomKey, { maxLength: 2 })],
      ['minProperties', count],
      ['maxProperties', count],
      ['properties', dictionary(inner)],
      ['patternProperties', fc.dictionary(pattern, inner, { maxKeys: 2 })],
      ['additionalProperties', inner],
      ['propertyNames', inner],
      ['items', inner],
      ['contains', inner],
      ['allOf', some],
      ['anyOf', some],
      ['oneOf', some],
      ['not', inner],
      ['if', inner],
      ['then', inner],
      ['else', inner],
      ...(dialect === '2020-12' ? modern(inner, some) : old(inner, some)),
    ];
    const entries = fc.array(
      fc.oneof(...keywords.map(([keyword, values]) => fc.tuple(fc.constant(keyword), values))),
      { maxLength: 4 },
    );
    return {
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        entries.map((each) => Object.fromEntries<unknown>(each)),
      ),
    };
  });
  return schema;
}

function modern(
  inner: fc.Arbitrary<unknown>,
  some: fc.Arbitrary<unknown>,
): (readonly [string, fc.Arbitrary<unknown>])[] {
  return [
    ['unevaluatedProperties', inner],
    ['unevaluatedItems', inner],
    ['dependentSchemas', fc.dictionary(fc.constantFrom('a', 'b'), inner)],
    ['prefixItems', some],
    ['minContains', count],
    ['maxContains', count],
  ];
}

function old(
  inner: fc.Arbitrary<unknown>,
  some: fc.Arbitrary<unknown>,
): (readonly [string, fc.Arbitrary<unknown>])[] {
  return [
    ['items', some],
    ['additionalItems', inner],
    ['dependencies', fc.dictionary(fc.constantFrom('a', 'b'), inner)],
  ];
}

function dictionary(values: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  // Entries, for fc.dictionary takes __proto__ for a prototype.
  return fc
    .uniqueArray(fc.tuple(randomKey, values), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}
