import { describe, expect, test } from 'bun:test';
import * as shape from '../../src/shape/shape.ts';

const person = shape.object({
  name: shape.string(),
  age: shape.int().exactOptional(),
  tags: shape.array(shape.oneOf('new', 'old')),
  about: shape.record(shape.json()).exactOptional(),
});

function whyNot(of: shape.Shape<unknown>, value: unknown): string | undefined {
  const parsed = of.safeParse(value);
  return parsed.success ? undefined : parsed.error.message;
}

describe('shapes of records and messages', () => {
  test('an object comes back with its declared keys alone', () => {
    const read = person.parse({ name: 'a', tags: ['new'], about: { x: [1, null] }, secret: 1 });
    expect(read).toEqual({ name: 'a', tags: ['new'], about: { x: [1, null] } });
  });

  test('reading changes nothing of what was given', () => {
    const given = { name: 'a', tags: ['new'], more: true };
    person.parse(given);
    expect(given).toEqual({ name: 'a', tags: ['new'], more: true });
  });

  test('a key named __proto__ is a key like any other, and reaches no prototype', () => {
    const about: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
    const read = shape.record(shape.json()).parse(about);
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect('polluted' in shape.object({ a: shape.string().exactOptional() }).parse(about)).toBe(false);
  });

  test.each<[unknown, string]>([
    ['a', 'must be an object'],
    [[], 'must be an object'],
    [{ tags: [] }, 'name: must be a text'],
    [{ name: 'a', tags: {} }, 'tags: must be a list'],
    [{ name: 'a', tags: ['new', 'newest'] }, 'tags.1: must be "new" or "old"'],
    [{ name: 'a', tags: [], age: 1.5 }, 'age: must be a whole number'],
    [{ name: 'a', tags: [], age: undefined }, 'age: must be a whole number'],
    [{ name: 'a', tags: [], about: { at: new Date(0) } }, 'about.at: must be a JSON value'],
    [{ name: 'a', tags: [], about: new Map() }, 'about: must be an object'],
  ])('%j is refused, with where and why', (value, why) => {
    expect(whyNot(person, value)).toBe(why);
    expect(() => person.parse(value)).toThrow(why);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])('%p is no number', (value) => {
    expect(whyNot(shape.number(), value)).toBe('must be a number');
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a bigint', 1n],
    ['a function', () => {}],
    ['a symbol', Symbol('x')],
    ['a list with a hole', [undefined]],
    ['an object with undefined', { a: undefined }],
    ['NaN', Number.NaN],
    ['an instance', new URL('a:b')],
  ])('%s is no JSON', (_, value) => {
    expect(whyNot(shape.json(), value)).toBe('must be a JSON value');
  });

  test('a strict object refuses keys it does not know', () => {
    expect(whyNot(shape.object({ a: shape.string() }, { isStrict: true }), { a: 'x', b: 1 })).toBe(
      'b: is not known',
    );
  });

  test('of several forms the first that fits is read, and where none does the nearest is spoken of', () => {
    const either = shape.union([
      shape.object({ type: shape.oneOf('a'), at: shape.object({ x: shape.number() }) }),
      shape.object({ type: shape.oneOf('b') }),
    ]);
    expect(either.parse({ type: 'b', more: 1 })).toEqual({ type: 'b' });
    expect(whyNot(either, { type: 'a', at: { x: '1' } })).toBe('at.x: must be a number');
  });

  test('null is taken where it is allowed, and a further check can refuse', () => {
    expect(shape.string().nullable().parse(null)).toBe(null);
    const even = shape.int().refine((value) => value % 2 === 0, 'must be even');
    expect(even.parse(2)).toBe(2);
    expect(whyNot(even, 3)).toBe('must be even');
  });
});
