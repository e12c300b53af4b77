/** A key as a provider would give it. */
export const key = 'sk-ant-api03-Zm9v_QUJD';

class Vault {
  readonly token = key;
}

function circle(): object {
  const value: { key: string; self?: object } = { key };
  value.self = value;
  return value;
}

/** Where a secret may hide in what is logged. */
export const hidingPlaces: readonly (readonly [string, () => unknown])[] = [
  ['a text', () => `key is ${key}`],
  ['an error', () => new Error(`refused ${key}`)],
  ['the cause of an error', () => new Error('refused', { cause: new Error(key) })],
  ['a field of an error', () => Object.assign(new Error('refused'), { request: { key } })],
  ['an error in an object', () => ({ deep: { error: new TypeError(key) } })],
  ['a nested object', () => ({ a: [{ b: { c: { d: key } } }] })],
  ['the key of an object', () => ({ [key]: 1 })],
  ['an object that holds itself', circle],
  ['an instance', () => new Vault()],
  ['a map', () => new Map([[{ a: 1 }, key]])],
  ['a set in an array', () => [new Set([key])]],
  ['a URL', () => new URL(`https://x/?k=${key}`)],
];
