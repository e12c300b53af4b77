import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { formatFindings, loadBundle, type LoadedBundle } from '../../src/bundle/index.ts';
import { inBundleFolder } from './bundle-folder.ts';
import { validBundle, validOptions } from './valid-bundle.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const yaml = validBundle['goondan.yaml'];
const bytes = Buffer.from(yaml);

/** What holds for every input: findings lie inside the file, and a bundle is valid or says why not. */
function expectSound(bundle: LoadedBundle, text: string): void {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const { line, column, endLine, endColumn, message, suggestion } of bundle.findings) {
    expect(line).toBeWithin(1, lines.length + 1);
    expect(endLine).toBeWithin(line, lines.length + 1);
    expect(column).toBeWithin(1, (lines[line - 1]?.length ?? 0) + 2);
    expect(endColumn).toBeWithin(line === endLine ? column : 1, (lines[endLine - 1]?.length ?? 0) + 2);
    expect(message.length * suggestion.length).toBeGreaterThan(0);
  }
  expect(bundle.valid).toBe(!bundle.findings.some(({ severity }) => severity === 'error'));
  expect(bundle.resources.length > 0).toBe(bundle.valid);
  expect(formatFindings(bundle) === '').toBe(bundle.findings.length === 0);
}

async function checkAll(texts: fc.Arbitrary<Uint8Array | string>, runs: number): Promise<void> {
  await inBundleFolder(validBundle, async (root) => {
    const property = fc.asyncProperty(texts, async (text) => {
      await writeFile(join(root, 'goondan.yaml'), text);
      expectSound(await loadBundle(root, validOptions), new TextDecoder().decode(Buffer.from(text)));
    });
    await fc.assert(property, { numRuns: runs });
  });
}

const position = fc.nat(bytes.length - 1);
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
  '\t',
  '&a ',
  '*a',
  '!x ',
  '|',
  '#',
  '%',
  '\0',
  '한',
  '🙂',
  '- ',
  '? ',
);
const edit = fc.oneof(
  fc.record({ at: position, remove: fc.nat(40), insert: fc.constant(Buffer.alloc(0)) }),
  fc.record({ at: position, remove: fc.nat(3), insert: telling.map((text) => Buffer.from(text)) }),
  fc.record({
    at: position,
    remove: fc.nat(3),
    insert: fc.uint8Array({ maxLength: 4 }).map((part) => Buffer.from(part)),
  }),
);
const mutatedBytes = fc
  .array(edit, { minLength: 1, maxLength: 3 })
  .map((edits) =>
    edits.reduce(
      (text, { at, remove, insert }) =>
        Buffer.concat([text.subarray(0, at), insert, text.subarray(at + remove)]),
      bytes,
    ),
  );

/** Every path of a value, the root excepted. */
function pathsOf(value: unknown, base: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => [[...base, key], ...pathsOf(item, [...base, key])]);
}

const fields = parseAllDocuments(yaml).flatMap((document, index) =>
  pathsOf(document.toJS()).map((path) => ({ index, path })),
);
const value = fc.oneof(
  fc.constantFrom(
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
    '../x',
    '__proto__',
    'a'.repeat(200),
    '()',
    'x__*',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const fuzzedValues = fc
  .array(fc.record({ field: fc.constantFrom(...fields), value }), { minLength: 1, maxLength: 3 })
  .map((changes) => {
    const documents = parseAllDocuments(yaml);
    for (const { field, value: changed } of changes) {
      const document = documents[field.index];
      if (document?.hasIn(field.path) === true) document.setIn(field.path, changed);
    }
    return documents.map((document) => document.toString({ directives: false })).join('---\n');
  });

describe('SCH-5: whatever is in the file, loading never throws and findings lie inside it', () => {
  test('for changed bytes', () => checkAll(mutatedBytes, byTier({ full: 400, short: 50 })), 60_000);
  test('for changed values', () => checkAll(fuzzedValues, byTier({ full: 300, short: 40 })), 60_000);
  test(
    'for any text',
    () => checkAll(fc.string({ unit: 'binary', maxLength: 200 }), byTier({ full: 150, short: 20 })),
    60_000,
  );
  test(
    'for brackets without end',
    () =>
      checkAll(
        fc.constantFrom(
          '['.repeat(30_000),
          '{a: '.repeat(5000),
          '- '.repeat(5000),
          `a: ${'['.repeat(4000)}${']'.repeat(4000)}`,
        ),
        4,
      ),
    60_000,
  );
});
