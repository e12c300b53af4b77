import { describe, expect, test } from 'bun:test';
import { resourceNameProblemOf } from '../../src/resource/resource-name.ts';

describe('resource names', () => {
  test('NAME-2, NAME-4: a Tool is held to the names providers accept', () => {
    expect(resourceNameProblemOf('Tool', 'file-system')).toBeUndefined();
    for (const name of ['', '한글', 'a__b', 'a_', 'a b', 'a/b'])
      expect(resourceNameProblemOf('Tool', name)).toBeDefined();
  });

  test('other kinds take any script, but nothing that refs, addresses and folders are made with', () => {
    for (const name of ['coder', '코더', '🤖', 'a__b', 'a.b', 'x'.repeat(100)])
      expect(resourceNameProblemOf('Agent', name)).toBeUndefined();
    for (const name of ['', 'a b', 'a\tb', 'a/b', 'a\\b', 'a:b', '..', '.a', 'a\u0000', 'x'.repeat(101)]) {
      expect(resourceNameProblemOf('Agent', name)?.reason).toBeString();
    }
  });
});
