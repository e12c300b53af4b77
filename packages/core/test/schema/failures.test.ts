import { expect, test } from 'bun:test';
import { compileSchema } from '../../src/schema/compile.ts';
import { joinFailures } from '../../src/schema/schema-failure.ts';

test('SCH-5: all failures of a value are told in one line, as the model reads them', () => {
  const compiled = fileRead();
  expect(joinFailures(compiled.failures({ path: 5, maxBytes: 0 }))).toBe(
    '/path must be string, got number 5; /maxBytes must be >= 1, got 0',
  );
});

test('SCH-5: a value that fits has no failures, and format only annotates', () => {
  expect(fileRead().failures({ path: 'notes.md' })).toEqual([]);
  expect(compileSchema({ format: 'email' }).failures('not an address')).toEqual([]);
});

test('SCH-5: a long list of allowed values is cut and says how many are left', () => {
  const message = joinFailures(
    compileSchema({ enum: Array.from({ length: 60 }, (_, index) => `value${index}`) }).failures(1),
  );
  expect(message).toEndWith('"value18" and 41 more, got 1');
});

test('SCH-5: a long string is cut without splitting a character', () => {
  const value = `${'a'.repeat(39)}😀b`;
  expect(joinFailures(compileSchema({ type: 'number' }).failures(value))).toBe(
    `(root) must be number, got string "${'a'.repeat(39)}…"`,
  );
});

test('SCH-5: at most ten failures are told, and the last says how many more there are', () => {
  const failures = compileSchema({ items: { type: 'number' } }).failures(
    Array.from({ length: 30 }, () => 'x'),
  );
  expect(failures).toHaveLength(10);
  expect(failures.at(-1)).toEqual({ path: '/9', message: 'must be number, got string "x" (and 20 more)' });
});

test('SCH-5: of a huge value only the first failure is told, in little time', () => {
  const compiled = compileSchema({ items: { type: 'number' } });
  const huge = Array.from({ length: 1_000_000 }, () => 'x');
  expect(compiled.failures(huge)).toEqual([{ path: '/0', message: 'must be number, got string "x"' }]);
}, 60_000);

test('SCH-5: keys are escaped as in a JSON pointer, and keys made to harm stay harmless', () => {
  const closed = compileSchema({ additionalProperties: false });
  const hostile: unknown = JSON.parse(
    String.raw`{"__proto__":1,"a/b~c":2,"\u0000\u001b[31m":3,"constructor":4}`,
  );
  expect(closed.failures(hostile).map(({ path }) => path)).toEqual([
    '/__proto__',
    '/a~1b~0c',
    String.raw`/\u0000\u001b[31m`,
    '/constructor',
  ]);
  const [failure] = compileSchema({ additionalProperties: { type: 'number' } }).failures({
    ['k'.repeat(10_000_000)]: 'x',
  });
  expect(failure).toEqual({ path: `/${'k'.repeat(60)}…`, message: 'must be number, got string "x"' });
});

function fileRead() {
  return compileSchema({
    type: 'object',
    properties: { path: { type: 'string' }, maxBytes: { type: 'integer', minimum: 1 } },
    required: ['path'],
  });
}
