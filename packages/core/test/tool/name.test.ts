import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { buildToolName, foreignToolName, parseToolName } from '../../src/tool/index.ts';
import { unchecked } from './support/ill-typed.ts';
import { exportNameProblem, resourceNameProblem, toolNameProblem } from '../../src/tool/name.ts';

const letters = 'abcxyzABCXYZ0189_-';
const nameText = fc.string({ unit: fc.constantFrom(...letters.split('')), minLength: 0, maxLength: 40 });
const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

describe('names', () => {
  test('NAME-1: the model sees resource__export, without any encoding', () => {
    expect(buildToolName('file-system', 'read')).toBe('file-system__read');
    expect(parseToolName('file-system__read')).toEqual({ resourceName: 'file-system', exportName: 'read' });
  });

  test.each([
    ['', 'nothing'],
    ['bash', 'no separator'],
    ['bash_exec', 'a single underscore'],
    ['__exec', 'no resource'],
    ['bash__', 'no export'],
    ['____', 'only underscores'],
    ['a__b__c', 'two separators'],
    ['a____b', 'four underscores'],
    ['a__b c', 'a blank'],
    ['a__b\n', 'a line break'],
    ['a__b\0', 'a NUL'],
    ['а__b', 'a Cyrillic letter that looks Latin'],
    ['ａ__ｂ', 'full-width letters'],
    ['a__b\u200b', 'a zero-width space'],
    [`a__${'b'.repeat(62)}`, '65 characters'],
  ])('NAME-2, NAME-5: parseToolName(%j) is null: %s', (name) => {
    expect(parseToolName(name)).toBeNull();
    expect(toolNameProblem(name)).toBeDefined();
  });

  test('NAME-4: what is no text is no name', () => {
    for (const value of [undefined, null, 5, {}, ['a__b'], Symbol('a__b'), { toString: () => 'a__b' }]) {
      expect(parseToolName(unchecked(value))).toBeNull();
    }
  });

  test('NAME-5: a name of 64 characters is legal, one of 65 is not, and the problem says by how much', () => {
    expect(toolNameProblem(`a__${'b'.repeat(61)}`)).toBeUndefined();
    expect(toolNameProblem(`a__${'b'.repeat(62)}`)?.reason).toBe(
      'has 65 characters, 1 more than the 64 that providers accept',
    );
  });

  test('NAME-3: export names are lower-case letters, digits, _ and -; the problem names the fix', () => {
    for (const name of ['exec', 'read_file', 'a-b', '9', '-', '_a', 'a_'])
      expect(exportNameProblem(name)).toBeUndefined();
    expect(exportNameProblem('Exec')).toEqual({
      reason: 'has an upper-case letter',
      fix: 'use lower-case letters, digits, - and _: exec',
    });
    expect(exportNameProblem('실행')?.reason).toBe('has a character that is not allowed: "실" (U+C2E4)');
    expect(exportNameProblem('Lauf über')?.reason).toContain('not allowed');
    expect(exportNameProblem('a__b')?.fix).toBe('use a_b');
    expect(exportNameProblem('')?.reason).toBe('is empty');
  });

  test('NAME-2, NAME-4: a resource name neither contains __ nor ends in _', () => {
    for (const name of ['bash', 'Bash', '_a', 'a-b_c', '0'])
      expect(resourceNameProblem(name)).toBeUndefined();
    expect(resourceNameProblem('a__b')?.fix).toBe('use a_b');
    expect(resourceNameProblem('bash_')?.fix).toBe('use bash');
    expect(resourceNameProblem('a b')).toBeDefined();
    expect(resourceNameProblem('')).toBeDefined();
  });

  test('NAME-4: build and parse round-trip for every accepted pair', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nameText, nameText, (resourceName, exportName) => {
        const isAccepted =
          resourceNameProblem(resourceName) === undefined &&
          exportNameProblem(exportName) === undefined &&
          toolNameProblem(buildToolName(resourceName, exportName)) === undefined;
        if (!isAccepted) return;
        accepted += 1;
        expect(parseToolName(buildToolName(resourceName, exportName))).toEqual({ resourceName, exportName });
      }),
      { numRuns: 20_000, seed: 11 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test('NAME-4: a pair whose parts are accepted fails only by the length of the whole', () => {
    fc.assert(
      fc.property(nameText, nameText, (resourceName, exportName) => {
        if (resourceNameProblem(resourceName) !== undefined || exportNameProblem(exportName) !== undefined)
          return;
        const whole = buildToolName(resourceName, exportName);
        expect(toolNameProblem(whole) === undefined).toBe(whole.length <= 64);
      }),
      { numRuns: 20_000, seed: 12 },
    );
  });

  test('NAME-4: what parses builds again to the same name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '_', '_', '-', '0'), maxLength: 12 }),
        (name) => {
          const parts = parseToolName(name);
          if (parts !== null) expect(buildToolName(parts.resourceName, parts.exportName)).toBe(name);
        },
      ),
      { numRuns: 20_000, seed: 13 },
    );
  });
});

describe('foreign names', () => {
  const key = fc
    .string({ unit: fc.constantFrom(...letters.split('')), minLength: 1, maxLength: 44 })
    .filter((name) => resourceNameProblem(name) === undefined);
  const original = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: fc.constantFrom('a', 'A', '_', '-', '.', '/', ' '), maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 50, maxLength: 80 }),
    fc.constantFrom('get', '가져오기', '__proto__', 'a__b', '', '\ud800', '\udfff', '👩‍👩‍👧'),
  );

  test('NAME-5: a foreign name that breaks no rule is kept', () => {
    expect(foreignToolName('github', 'create_issue')).toBe('github__create_issue');
    expect(foreignToolName('github', 'createIssue')).toBe('github__createIssue');
  });

  test('NAME-5: the mapping of a name is pinned: another version may not rename a tool', () => {
    expect(foreignToolName('files', 'read file')).toBe('files__read-file-xquxbcz47prg2lajm');
  });

  test('NAME-5: 10,000 foreign names are mapped to legal names, injectively, stably and for the right server', () => {
    const originals = new Map<string, string>();
    fc.assert(
      fc.property(key, original, (server, name) => {
        const mapped = foreignToolName(server, name);
        expect(mapped).toMatch(legalName);
        expect(toolNameProblem(mapped)).toBeUndefined();
        expect(parseToolName(mapped)?.resourceName).toBe(server);
        expect(foreignToolName(server, name)).toBe(mapped);
        const pair = JSON.stringify([server, name]);
        expect(originals.get(mapped) ?? pair).toBe(pair);
        originals.set(mapped, pair);
      }),
      { numRuns: 10_000, seed: 14 },
    );
    expect(originals.size).toBeGreaterThan(5000);
  });

  test('NAME-5: a name that looks as if it had been mapped cannot take the place of another', () => {
    const mapped = foreignToolName('files', 'read file');
    const impostor = parseToolName(mapped)?.exportName ?? '';
    expect(foreignToolName('files', impostor)).not.toBe(mapped);
  });

  test('NAME-5: names that differ only in what is not allowed stay apart', () => {
    const names = ['a b', 'a.b', 'a/b', 'a:b', 'a-b', 'a__b', 'a_b', 'a___b', ' a b'];
    expect(new Set(names.map((name) => foreignToolName('s', name))).size).toBe(names.length);
  });
});

describe('keys of servers', () => {
  test('NAME-5: a key that breaks a rule is mapped with its tool, and stays apart from its neighbours', () => {
    const pairs = [
      ['a_', 'b'],
      ['a', '_b'],
      ['a', 'b'],
      ['my server', 'read'],
      ['my-server', 'read'],
      ['k'.repeat(80), 'read'],
      ['', 'read'],
      ['군단', 'read'],
    ] as const;
    const names = pairs.map(([server, name]) => foreignToolName(server, name));
    for (const name of names)
      expect({ name, problem: toolNameProblem(name) }).toEqual({ name, problem: undefined });
    expect(new Set(names).size).toBe(pairs.length);
    expect(foreignToolName('a', 'b')).toBe('a__b');
  });
});
