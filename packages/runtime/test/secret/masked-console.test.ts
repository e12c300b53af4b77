import { describe, expect, test } from 'bun:test';
import { maskedConsole } from '../../src/secret/masked-console.ts';
import { SecretMask } from '../../src/secret/secret-mask.ts';
import { hidingPlaces, key } from './hiding-places.ts';

const mask = new SecretMask([{ name: 'KEY', value: key }]);

/** A masked console whose arguments are kept as they come through. */
function recording() {
  const calls: unknown[][] = [];
  const logger = maskedConsole({ ...console, log: (...shown: unknown[]) => void calls.push(shown) }, mask);
  return { logger, calls };
}

/** What a process prints that logs a secret in every way and place. */
async function printed(...args: string[]): Promise<string> {
  const script = `${import.meta.dir}/print-all.ts`;
  const child = Bun.spawn([process.execPath, '--no-install', script, ...args], { stderr: 'pipe' });
  const streams = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const text = (await Promise.all(streams)).join('\n');
  expect(await child.exited).toBe(0);
  expect(text).toContain('the end');
  return text;
}

describe('a masked console', () => {
  test('shows no secret by any method that prints, which the plain one does', async () => {
    const masked = await printed('--masked');
    expect(masked).not.toContain(key);
    expect(masked).toContain('[secret KEY]: 2');
    expect(await printed()).toContain(key);
  });

  test.each(hidingPlaces)('masks %s', (_, value) => {
    const { logger, calls } = recording();
    logger.log('%s', value());
    const text = Bun.inspect(calls, { depth: 50 });
    expect(text).not.toContain(key);
    expect(text).toContain('[secret KEY]');
    expect(Bun.inspect(value(), { depth: 50 })).toContain(key);
  });

  test('hands on what holds no secret as it is', () => {
    const { logger, calls } = recording();
    const values = [
      'text',
      7,
      null,
      undefined,
      Symbol.iterator,
      5n,
      new Error('plain'),
      { a: [1] },
      new Map(),
    ];
    logger.log(...values);
    expect(calls.length).toBe(1);
    for (const [index, value] of values.entries()) expect(calls[0]?.[index]).toBe(value);
  });

  test('keeps the shape of objects that hold themselves', () => {
    const { logger, calls } = recording();
    const value: Record<string, unknown> = { key };
    value['self'] = value;
    logger.log(value);
    const expected: Record<string, unknown> = { key: '[secret KEY]' };
    expected['self'] = expected;
    expect(calls[0]?.[0]).toEqual(expected);
  });

  test('leaves what it was given untouched', () => {
    const { logger } = recording();
    const value = { key, error: new Error(key) };
    logger.log(value);
    expect(value.key).toBe(key);
    expect(value.error.message).toBe(key);
  });

  test('shows what cannot be read as text', () => {
    const { logger, calls } = recording();
    const value = {
      key,
      get broken(): never {
        throw new Error('no');
      },
    };
    logger.log(value);
    expect(String(calls[0]?.[0])).toContain('[secret KEY]');
    expect(String(calls[0]?.[0])).not.toContain(key);
  });

  test('has methods that work by themselves and are the same each time', () => {
    const { logger, calls } = recording();
    const methods: unknown[] = [Reflect.get(logger, 'log'), Reflect.get(logger, 'log')];
    expect(methods[0]).toBe(methods[1]);
    [key].forEach(Reflect.get(logger, 'log'));
    expect(calls[0]?.[0]).toBe('[secret KEY]');
  });

  test('stands in for a frozen logger', () => {
    const calls: unknown[][] = [];
    const frozen = Object.freeze({ ...console, log: (...shown: unknown[]) => void calls.push(shown) });
    maskedConsole(frozen, mask).log(key);
    expect(calls).toEqual([['[secret KEY]']]);
  });

  test('is the logger itself when nothing is secret', () => {
    expect(maskedConsole(console, new SecretMask([]))).toBe(console);
  });
});
