import * as fc from 'fast-check';
import { randomJson } from './random-json.ts';

const keyword = fc.constantFrom(
  'type',
  'properties',
  'items',
  '$ref',
  '$dynamicRef',
  '$id',
  '$anchor',
  '$schema',
  '$defs',
  'definitions',
  'enum',
  'required',
  'pattern',
  'patternProperties',
  'anyOf',
  'allOf',
  'not',
  'dependencies',
  'dependentRequired',
  'unevaluatedProperties',
  'format',
  'default',
  'nullable',
  '$async',
  '$data',
  'discriminator',
  '$comment',
  'multipleOf',
  'x',
  '__proto__',
);
const text = fc.constantFrom(
  '#',
  '#/items',
  '#/properties/a',
  '#/$defs/a',
  '#a',
  '/etc/passwd',
  'http://127.0.0.1:9/x',
  'file:///etc/passwd',
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema#',
  'string',
  'object',
  '(',
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '\\p{',
  '[',
  '%',
  '#/%',
);

const { wild } = fc.letrec<{ wild: unknown }>((tie) => ({
  wild: fc.oneof(
    { maxDepth: 4 },
    randomJson,
    text,
    fc.array(tie('wild'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(keyword, tie('wild')), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => Object.fromEntries<unknown>(entries)),
  ),
}));

/** Nests a schema in itself by a keyword. */
function deep([key, depth]: readonly [string, number]): unknown {
  let schema: unknown = true;
  for (let level = 0; level < depth; level += 1)
    schema = {
      [key]: key === 'allOf' || key === 'anyOf' ? [schema] : key === 'properties' ? { a: schema } : schema,
    };
  return schema;
}

/** What stands where a schema should: JSON of any kind with the words of schemas in it, and now and then far too much of it. */
export const wildSchema: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 40, arbitrary: wild },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('not', 'items', 'properties', 'allOf', 'anyOf', 'additionalProperties'),
        fc.constantFrom(50, 1_000, 20_000),
      )
      .map(deep),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(10, 100_000)
      .map((length) => ({ enum: Array.from({ length }, (_, index) => index) })),
  },
);
