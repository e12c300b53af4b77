import { describe, expect, test } from 'bun:test';
import { compileGlob } from '../../files/glob.ts';

describe('a glob', () => {
  test.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/.b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/a', false],
    ['/a/**', '/a', true],
    ['/a/**', '/a/b/c/d', true],
    ['/a/**', '/ab', false],
    ['/a/**/z', '/a/z', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/**/b/**/z', '/a/b/x/b/y/z', true],
    ['/a/**/b/**/z', '/a/x/z', false],
    ['/a**', '/a/b', false],
    ['/a/***', '/a/b/c', false],
    ['/a?b', '/a/b', false],
    ['/a[!x]b', '/a/b', false],
    ['/a[^x]b', '/a/b', false],
    ['/{a,b/c}/*', '/b/c/d', true],
    ['/{a,b/c}/*', '/b/d', false],
    ['/{a,{b,c}}', '/c', true],
    ['/\\*', '/*', true],
    ['/\\*', '/a', false],
    ['!/a', '/b', false],
    ['/!a', '/b', false],
    ['/!a', '/!a', true],
    ['/a/../b', '/b', false],
    ['/가*', '/가나.txt', true],
    ['/{a', '/{a', true],
    ['/[', '/[', true],
  ])('%s and %s: %p', (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected);
  });

  test('takes no time that grows with its wildcards', () => {
    const matches = compileGlob(`${'**/a*a*a*/'.repeat(40)}z`);
    expect(matches('/aaaaaaaaaaaaaaaaaaaaaaaa'.repeat(100))).toBe(false);
  });

  test('with endless alternatives is refused', () => {
    expect(() => compileGlob('{a,b}'.repeat(20))).toThrow('alternatives');
  });
});
