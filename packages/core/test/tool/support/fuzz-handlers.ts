import { errorCodes } from '../../../src/error/codes.ts';
import { pending } from '../../../src/tool/index.ts';
import { throwAnything, unchecked, withProperty, type LooseHandler } from './ill-typed.ts';
import { never } from './never.ts';

const trap = (): never => {
  throw new Error('trap');
};

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cycle(): unknown {
  const object: Record<string, unknown> = {};
  object['self'] = object;
  return object;
}

/** Values that no handler should throw or give back. */
const oddities: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => '',
  () => 'text',
  () => 0,
  () => Number.NaN,
  () => 1n,
  () => Symbol('s'),
  () => function boom() {},
  () => [],
  () => ({}),
  () => new Map([[1, 1]]),
  () => new Date(Number.NaN),
  () => new Error(''),
  () => new Error('e'.repeat(5000)),
  () => Object.assign(new Error('x'), { name: '', suggestion: '', code: '' }),
  () => Object.assign(new Error('x'), { name: 5, message: 5, suggestion: 5, code: 5 }),
  (): unknown => Object.create(null),
  cycle,
  revoked,
  () =>
    new Proxy(
      {},
      { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap },
    ),
  () => new Proxy({}, { getPrototypeOf: trap }),
  () => new Proxy({}, { get: (_target, _key, self): unknown => self }),
  () => new Proxy([], { get: trap }),
  () => withProperty('message', { get: trap }),
  () => withProperty('then', { get: trap }),
  () => withProperty('then', { value: trap }),
  () => withProperty('toJSON', { value: trap }),
  (): unknown => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  () => ({ nested: [{ deep: () => 1 }] }),
  () => 'x'.repeat(60_000),
  () => Array.from({ length: 20_000 }, (_, index) => index),
  () => pending(),
  () => pending('taken'),
  () => pending(unchecked(5)),
  () => ({ job: pending('inside') }),
  ...Object.keys(errorCodes).map((code) => () => Object.assign(new Error('forged'), { code, name: code })),
];

/** Ways to hand a value over. */
const manners: readonly ((value: () => unknown) => LooseHandler)[] = [
  (value) => () => value(),
  (value) => async () => value(),
  (value) => async () => {
    await Promise.resolve();
    return value();
  },
  (value) => () => throwAnything(value()),
  (value) => async () => throwAnything(value()),
  (value) => async () => {
    await Promise.resolve();
    throwAnything(value());
  },
  (value) => () =>
    withProperty('then', {
      value: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
        resolve(value());
        resolve('again');
        reject(value());
        trap();
      },
    }),
  (value) => () =>
    withProperty('then', {
      value: (_resolve: unknown, reject: (reason: unknown) => void) => {
        reject(value());
        reject('again');
      },
    }),
];

function spoil(input: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  Reflect.set(input, 'n', () => 1);
  Reflect.set(input, '__proto__', { polluted: true });
  Reflect.deleteProperty(input, 'n');
  Object.freeze(input);
}

/** Handlers that behave as badly as handlers can; the last few never answer. */
export const fuzzHandlers: readonly LooseHandler[] = [
  ...oddities.flatMap((value) => manners.map((manner) => manner(value))),
  (_ctx, input) => input,
  (_ctx, input) => {
    spoil(input);
    return input;
  },
  async (_ctx, input) => {
    await Promise.resolve();
    spoil(input);
    return 'spoilt';
  },
  (ctx) => ({ ...ctx }),
  (ctx) => ctx,
];

/** Handlers that never answer. */
export const silentHandlers: readonly LooseHandler[] = [
  () => never(),
  () => withProperty('then', { value: () => undefined }),
  (ctx) =>
    new Promise((_resolve, reject) => {
      ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
    }),
];
