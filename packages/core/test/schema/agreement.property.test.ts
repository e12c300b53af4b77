import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { compileSchema } from '../../src/schema/compile.ts';
import { describeShape, exampleOf } from '../../src/schema/describe-shape.ts';
import { firstDuplicate } from '../../src/schema/first-duplicate.ts';
import { isJsonSchema, type JsonSchema } from '../../src/schema/json-schema.ts';
import { sameJson } from '../../src/schema/same-json.ts';
import { schemaProblems } from '../../src/schema/problems.ts';

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString', 'a/b~');
const count = fc.nat({ max: 3 });
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'b', 'ab', '😀'),
);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 4 }), dictionary(tie('value'))),
}));

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const inner = tie('schema');
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  const keywords: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
    ['type', fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))],
    ['enum', fc.array(value, { maxLength: 3 })],
    ['const', value],
    ['minimum', count],
    ['maximum', count],
    ['multipleOf', fc.constantFrom(1, 2)],
    ['minLength', count],
    ['pattern', fc.constantFrom('^a', 'b$', '.')],
    ['minItems', count],
    ['maxItems', count],
    ['uniqueItems', fc.boolean()],
    ['required', fc.uniqueArray(name, { maxLength: 2 })],
    ['maxProperties', count],
    ['properties', dictionary(inner)],
    ['additionalProperties', inner],
    ['unevaluatedProperties', inner],
    ['propertyNames', inner],
    ['dependentSchemas', fc.dictionary(fc.constantFrom('a', 'b'), inner)],
    ['prefixItems', some],
    ['items', inner],
    ['contains', inner],
    ['minContains', count],
    ['maxContains', count],
    ['unevaluatedItems', inner],
    ['allOf', some],
    ['anyOf', some],
    ['oneOf', some],
    ['not', inner],
    ['if', inner],
    ['then', inner],
    ['else', inner],
  ];
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.boolean(),
      // Few keywords at a time, for a schema with all of them refuses everything.
      fc
        .array(fc.oneof(...keywords.map(([keyword, values]) => fc.tuple(fc.constant(keyword), values))), {
          maxLength: 4,
        })
        .map((entries) => Object.fromEntries<unknown>(entries)),
    ),
  };
});

test('SCH-5: whatever the schema and the value, accepts says yes exactly when there are no failures', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (randomSchema, values) => {
      const compiled = compileSchema(randomSchema);
      for (const randomValue of values) {
        const failures = compiled.failures(randomValue);
        expect(failures.length === 0).toBe(compiled.accepts(randomValue));
        expect(failures.length).toBeLessThanOrEqual(10);
        for (const { message } of failures) expect(message).not.toMatch(/undefined|NaN|goondan:|\[object O/);
      }
    }),
    { numRuns: 300 },
  );
}, 60_000);

test('SCH-5: not turns every verdict round', () => {
  fc.assert(
    fc.property(schema, value, (randomSchema, randomValue) => {
      const accepted = compileSchema(randomSchema).accepts(randomValue);
      expect(compileSchema({ not: randomSchema }).accepts(randomValue)).toBe(!accepted);
      expect(compileSchema({ $ref: '#/$defs/it', $defs: { it: randomSchema } }).accepts(randomValue)).toBe(
        accepted,
      );
      expect(
        compileSchema({
          $id: 'https://example.com/',
          allOf: [{ $ref: '#it' }],
          $defs: { it: withAnchor(randomSchema) },
        }).accepts(randomValue),
      ).toBe(accepted);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('SCH-5: an example that is offered fits, and a shape is always a bounded line', () => {
  fc.assert(
    fc.property(schema, (randomSchema) => {
      const example = exampleOf(randomSchema);
      if (example !== undefined) expect(compileSchema(randomSchema).accepts(example)).toBe(true);
      expect(describeShape(randomSchema)).toMatch(/^.{1,601}$/u);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('SCH-5: any JSON at all is either a schema that compiles or has problems, with paths that lead into it', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    '$ref',
    'enum',
    'required',
    'pattern',
    'anyOf',
    '$id',
    '$schema',
    '$anchor',
    'dependencies',
    'x',
  );
  const { wild } = fc.letrec((tie) => ({
    wild: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.constantFrom('#', '#/items', 'string', '('),
      fc.array(tie('wild'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('wild'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(wild, (candidate) => {
      const problems = schemaProblems(candidate);
      for (const { path } of problems) expect(path).toMatch(/^(\/.*)?$/su);
      if (problems.length === 0 && isJsonSchema(candidate)) compileSchema(candidate).failures({ a: 1 });
    }),
    { numRuns: 500 },
  );
}, 60_000);

test('SCH-5: the list that must not repeat an item and the value that must be one of a list agree on what is equal', () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      expect(firstDuplicate([left, right]) !== undefined).toBe(sameJson(left, right));
    }),
    { numRuns: 1000 },
  );
});

function dictionary<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  // Entries, for fc.dictionary takes __proto__ for a prototype.
  return fc
    .uniqueArray(fc.tuple(name, values), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}

function withAnchor(schemaWithout: JsonSchema): JsonSchema {
  return typeof schemaWithout === 'boolean'
    ? { $anchor: 'it', allOf: [schemaWithout] }
    : { $anchor: 'it', ...schemaWithout };
}
