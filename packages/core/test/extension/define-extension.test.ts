import { expect, test } from 'bun:test';
import {
  defineExtension,
  extensionModuleOf,
  GoondanError,
  isDefinedExtension,
  registerExtensions,
  type JsonObject,
} from '../../src/index.ts';
import { testHost } from './extension-host.ts';

/** Two types that are the same in every respect. */
type Equal<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

function pacer(seen: unknown[] = []) {
  return defineExtension({
    name: 'pacer',
    description: 'Paces.',
    config: {
      type: 'object',
      properties: {
        pace: { type: 'string', enum: ['slow', 'fast'] },
        limit: { type: 'integer', minimum: 1 },
      },
      required: ['pace'],
      additionalProperties: false,
    },
    register(_api, config) {
      const isTyped: Equal<typeof config, { pace: 'slow' | 'fast'; limit?: number }> = true;
      seen.push(config, isTyped);
    },
  });
}

async function failureOf(config: JsonObject | undefined): Promise<unknown> {
  const declared = { name: 'pacer', module: pacer(), ...(config === undefined ? {} : { config }) };
  return registerExtensions([declared], testHost()).catch((thrown: unknown) => thrown);
}

test('register gets the config as the schema types it', async () => {
  const seen: unknown[] = [];
  await registerExtensions([{ name: 'pacer', module: pacer(seen), config: { pace: 'slow' } }], testHost());
  expect(seen).toEqual([{ pace: 'slow' }, true]);
});

test('a config that does not fit is E_EXTENSION_INIT, names each setting, and register is not called', async () => {
  const seen: unknown[] = [];
  const module = pacer(seen);
  const config = { pace: 'fats', limit: 0, extra: 1 };
  const thrown: unknown = await registerExtensions([{ name: 'mine', module, config }], testHost()).catch(
    (error: unknown) => error,
  );
  if (!(thrown instanceof GoondanError)) throw new Error('it did not fail');
  expect(thrown.code).toBe('E_EXTENSION_INIT');
  expect(thrown.suggestion).toBe('Correct the config of the extension; gdn validate shows the place.');
  expect(thrown.message).toStartWith("Extension 'mine' failed to start: its config is wrong: ");
  for (const part of [
    '/pace must be one of',
    'did you mean "fast"?',
    '/limit must be >= 1',
    '/extra is not allowed',
  ])
    expect(thrown.message).toContain(part);
  expect(seen).toEqual([]);
});

test('no config counts as an empty one', async () => {
  expect(await failureOf(undefined)).toMatchObject({ code: 'E_EXTENSION_INIT' });
  expect(String(await failureOf({}))).toContain('/pace is required');
});

test('what register throws or rejects with stops the extension', async () => {
  for (const register of [() => Promise.reject(new Error('no luck')), () => fail()]) {
    const module = defineExtension({ name: 'bad', description: '', config: {}, register });
    const thrown: unknown = await registerExtensions([{ name: 'bad', module }], testHost()).catch(
      (error: unknown) => error,
    );
    expect(String(thrown)).toContain("Extension 'bad' failed to start: no luck");
  }
});

test('of a module, register counts first, then the extension it declares under any name; anything else is none', () => {
  const declared = pacer();
  const plain = { register: () => {} };
  const both = { ...plain, other: declared };
  expect(extensionModuleOf(both)).toBe(both);
  expect(extensionModuleOf({ helper: () => 1, nothing: null, declared })).toBe(declared);
  expect(extensionModuleOf({ default: declared })).toBe(declared);
  for (const exports of [{}, { register: 7 }, { declared: { name: 'pacer', register: () => {} } }])
    expect(extensionModuleOf(exports)).toBeUndefined();
});

test('what another copy of this package defined is known by its mark', () => {
  expect(isDefinedExtension({ [Symbol.for('goondan.DefinedExtension')]: true })).toBe(true);
  for (const value of [undefined, null, 'pacer', () => 1, {}, { name: 'pacer' }])
    expect(isDefinedExtension(value)).toBe(false);
});

test('an extension knows the root of its bundle; without one it is the working folder', async () => {
  const roots: string[] = [];
  const module = defineExtension({
    name: 'rooted',
    description: '',
    config: {},
    register: ({ bundleRoot }) => void roots.push(bundleRoot),
  });
  await registerExtensions([{ name: 'rooted', module }], { ...testHost(), bundleRoot: '/bundle' });
  await registerExtensions([{ name: 'rooted', module }], testHost());
  expect(roots).toEqual(['/bundle', process.cwd()]);
});

test('a tool of an extension may say of itself what a Tool resource may', async () => {
  const host = testHost();
  const annotations = { readOnly: true };
  await registerExtensions(
    [
      {
        name: 'tools',
        module: {
          register: ({ tools }) =>
            void tools.register({ name: 'own__look' }, () => 1, { annotations, timeoutMs: 50 }),
        },
      },
    ],
    host,
  );
  expect(host.registry.get('own__look')).toMatchObject({ annotations, timeoutMs: 50 });
  expect(host.registry.get('own__look')?.item).toEqual({
    name: 'own__look',
    source: { type: 'extension', name: 'tools' },
  });
});

function fail(): never {
  throw new Error('no luck');
}
