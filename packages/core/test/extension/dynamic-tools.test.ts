import { expect, test } from 'bun:test';
import { GoondanError, registerExtensions, ToolRegistry, type ExtensionApi } from '../../src/index.ts';
import { unchecked } from '../tool/support/ill-typed.ts';
import { testHost } from './extension-host.ts';

const host = testHost();

async function failureOf(register: (api: ExtensionApi) => void): Promise<unknown> {
  return registerExtensions([{ name: 'mine', module: { register } }], host).catch((error: unknown) =>
    error instanceof GoondanError ? error.cause : error,
  );
}

async function refusal(item: object, options?: object): Promise<string> {
  const thrown = await failureOf((api) => {
    api.tools.register(unchecked({ name: 'lab__run', ...item }), () => 1, unchecked(options));
  });
  return thrown instanceof GoondanError ? `${thrown.code} ${thrown.message}` : String(thrown);
}

test('CAT-7: an extension that registers a tool with a schema that is none is told so at once', async () => {
  expect(await refusal({ parameters: { type: 'object', properties: { a: { type: 'nonsense' } } } })).toMatch(
    /^E_CONFIG_TOOL_SCHEMA Tool "lab__run": parameters is not a valid JSON Schema: \/properties\/a\/type must be one of .*, got "nonsense"$/,
  );
  expect(await refusal({ parameters: { type: 'object', properties: [] } })).toMatch(
    /^E_CONFIG_TOOL_SCHEMA Tool "lab__run": parameters is not a valid JSON Schema: \/properties must be object/,
  );
  expect(await refusal({ parameters: { $ref: '#/$defs/none' } })).toMatch(
    /^E_CONFIG_TOOL_SCHEMA .*cannot be found$/,
  );
  expect(await refusal({}, { output: { minimum: '1' } })).toMatch(
    /^E_CONFIG_TOOL_SCHEMA Tool "lab__run": output is not a valid JSON Schema: \/minimum must be number/,
  );
  expect(host.registry.items()).toEqual([]);
});

test('CAT-7: parameters of a dynamic tool describe an object, as those of a Tool resource do', async () => {
  expect(await refusal({ parameters: { type: 'string' } })).toBe(
    'E_CONFIG_TOOL_SCHEMA Tool "lab__run": parameters must describe an object, found type "string".',
  );
  expect(await refusal({ parameters: { type: ['object', 'null'] } })).toBe(
    'E_CONFIG_TOOL_SCHEMA Tool "lab__run": parameters must describe an object, found type ["object","null"].',
  );
  expect(host.registry.items()).toEqual([]);
});

test('CAT-7: the description of a dynamic tool is text', async () => {
  expect(await refusal({ description: { en: 'runs' } })).toBe(
    'E_CONFIG_TYPE Tool "lab__run": its description must be text, got object.',
  );
  expect(await refusal({ description: null })).toBe(
    'E_CONFIG_TYPE Tool "lab__run": its description must be text, got null.',
  );
  expect(host.registry.items()).toEqual([]);
});

test('CAT-7: a refused registration leaves the tool beneath it in force', async () => {
  const own = testHost();
  const register = (api: ExtensionApi): void => {
    api.tools.register({ name: 'lab__run', description: 'first' }, () => 1);
    api.tools.register(unchecked({ name: 'lab__run', parameters: { type: 'nonsense' } }), () => 2);
  };
  await registerExtensions([{ name: 'mine', module: { register } }], own).catch(() => undefined);
  expect(own.registry.items()).toMatchObject([{ name: 'lab__run', description: 'first' }]);
});

test('SCH-5: the registry itself takes no tool whose parameters are those of another type', () => {
  const registry = new ToolRegistry();
  const registerNumber = (): unknown =>
    registry.register({ name: 'calc__add', handler: () => 1, parameters: { type: 'number' } });
  expect(registerNumber).toThrow('parameters must describe an object, found type "number"');
  registry.register({ name: 'calc__any', handler: () => 1, parameters: true });
  registry.register({ name: 'calc__either', handler: () => 1, parameters: { anyOf: [{ required: ['a'] }] } });
  expect(registry.items().map(({ name }) => name)).toEqual(['calc__any', 'calc__either']);
});
