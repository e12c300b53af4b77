import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';

const telling = fc.constantFrom(
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ':',
  '\n',
  '---\n',
  '...\n',
  '\t',
  '&a ',
  '*a',
  '!x ',
  '!!binary ',
  '<<: ',
  '|',
  '>',
  '#',
  '%',
  '%YAML 9.9\n',
  '\0',
  '\ufeff',
  '한',
  '🙂',
  '- ',
  '? ',
  '\r',
  '\u2028',
);

/** Bytes of a file with a few places of it cut out, changed, doubled or moved. */
export function mutatedBytes(files: readonly string[]): fc.Arbitrary<Buffer> {
  return fc.constantFrom(...files).chain((text) => {
    const bytes = Buffer.from(text);
    const at = fc.nat(Math.max(bytes.length - 1, 0));
    const edit = fc.oneof(
      fc.record({ at, remove: fc.nat(60), insert: fc.constant(Buffer.alloc(0)) }),
      fc.record({ at, remove: fc.nat(3), insert: telling.map((part) => Buffer.from(part)) }),
      fc.record({
        at,
        remove: fc.nat(3),
        insert: fc.uint8Array({ maxLength: 4 }).map((part) => Buffer.from(part)),
      }),
      fc.record({
        at,
        remove: fc.constant(0),
        insert: fc.tuple(at, fc.nat(200)).map(([from, length]) => bytes.subarray(from, from + length)),
      }),
    );
    return fc
      .array(edit, { minLength: 1, maxLength: 4 })
      .map((edits) =>
        edits.reduce(
          (done, { at: place, remove, insert }) =>
            Buffer.concat([done.subarray(0, place), insert, done.subarray(place + remove)]),
          bytes,
        ),
      );
  });
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e300,
    true,
    [],
    {},
    'Tool/bash',
    'Tool/',
    'Tool',
    '../x',
    '/etc/passwd',
    './tools',
    '__proto__',
    'a'.repeat(200),
    '()',
    'x__*',
    '*',
    '\u0000',
    '{{match.1}}',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A bundle with some of its values replaced by others. */
export function mutatedValues(files: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...files).chain((text) => {
    const fields = parseAllDocuments(text).flatMap((document, index) =>
      pathsOf(document.toJS()).map((path) => ({ index, path })),
    );
    return fc
      .array(fc.record({ field: fc.constantFrom(...fields), value: strange }), { minLength: 1, maxLength: 3 })
      .map((changes) => {
        const documents = parseAllDocuments(text);
        for (const { field, value } of changes) {
          const document = documents[field.index];
          if (document?.hasIn(field.path) === true) document.setIn(field.path, value);
        }
        return documents
          .map((document) => document.toString({ directives: false, verifyAliasOrder: false }))
          .join('---\n');
      });
  });
}

/** Every path of a value, the root excepted. */
function pathsOf(value: unknown, base: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => [[...base, key], ...pathsOf(item, [...base, key])]);
}

const word = fc.constantFrom(
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'spec',
  'Tool',
  'Agent',
  'Model',
  'Swarm',
  'Extension',
  'goondan.ai/v1',
  'entry',
  'exports',
  'tools',
  'ref',
  'a',
  '1',
  'null',
  '~',
  '0x1F',
  '2026-01-01',
  'on',
);
const mark = fc.constantFrom(
  ': ',
  ':\n',
  '- ',
  '\n',
  '\n  ',
  '\n    ',
  '{',
  '}',
  '[',
  ']',
  ', ',
  '&x ',
  '*x',
  '"',
  "'",
  '|\n',
  '>-\n',
  '---\n',
  '# ',
  '!!str ',
  '<<: *x',
);

/** Documents put together from the words and marks of YAML, and a few that are far too much. */
export const randomDocument: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.array(fc.oneof(word, mark), { maxLength: 60 }).map((parts) => parts.join('')) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('[', '{a: ', '- ', '? ', '&a [', '"', '!', "'", '|\n '),
        fc.constantFrom(100, 5_000, 50_000),
      )
      .map(([part, count]) => part.repeat(count)),
  },
  { weight: 1, arbitrary: fc.constantFrom(3, 9, 30).map(aliasBomb) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(10, 3_000)
      .map((count) =>
        'apiVersion: goondan.ai/v1\nkind: Model\nmetadata: {name: a}\nspec: {}\n---\n'.repeat(count),
      ),
  },
);

/** Each line refers to the one before nine times. */
function aliasBomb(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
  );
  return ['a0: &a0 boom', ...lines].join('\n');
}
