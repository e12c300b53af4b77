import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { parse, stringify } from 'yaml';
import { GoondanError } from '../../src/error/goondan-error.ts';
import { toolResourceSchema, type ToolResource } from '../../src/resource/tool-resource.ts';
import { ToolLoader, toolResourceOf, type ToolDefinition } from '../../src/tool/index.ts';
import { inFolder, labOf, labResource, type Files } from './loader-support.ts';

/** The coded error of a load that must fail. */
async function failureOf(files: Files, resource: ToolResource): Promise<GoondanError> {
  return inFolder(files, async (bundleRoot) => {
    try {
      await new ToolLoader({ bundleRoot }).load(resource);
    } catch (thrown) {
      if (thrown instanceof GoondanError) return thrown;
      throw thrown;
    }
    throw new Error('the load did not fail');
  });
}

/** The code a promise is rejected with. */
function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (thrown: unknown) => (thrown instanceof GoondanError ? thrown.code : thrown),
  );
}

const plain = `export const handlers = { run: (_ctx, input) => ({ ran: input }), other: () => 'other' };`;

test('SCH-4: load() makes a definition of every export, with name, schema, annotations, limits and source', async () => {
  const resource = toolResourceSchema.parse(
    parse(`
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: lab, labels: { tier: base } }
spec:
  entry: "./tools/lab/index.ts"
  errorMessageLimit: 1200
  timeoutMs: 5000
  exports:
    - name: run
      description: 실행
      parameters: { type: object, properties: { n: { type: integer } }, required: [n] }
      annotations: { readOnly: true }
      output: { type: object }
    - name: other
`),
  );
  await inFolder({ 'tools/lab/index.ts': plain }, async (bundleRoot) => {
    const tools = await new ToolLoader({ bundleRoot }).load(resource);
    expect(tools.map(({ handler: _handler, ...rest }) => rest)).toEqual([
      {
        name: 'lab__run',
        description: '실행',
        parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        output: { type: 'object' },
        annotations: { readOnly: true },
        errorMessageLimit: 1200,
        timeoutMs: 5000,
        source: { type: 'config', name: 'lab' },
      },
      {
        name: 'lab__other',
        errorMessageLimit: 1200,
        timeoutMs: 5000,
        source: { type: 'config', name: 'lab' },
      },
    ]);
    const lab = labOf(tools);
    expect((await lab.call('lab__run', { args: { n: 1 } })).output).toEqual({ ran: { n: 1 } });
    expect((await lab.call('lab__run', { args: { n: 1.5 } })).error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect((await lab.call('lab__other')).output).toBe('other');
  });
});

test('a late loader imports a module with the first call of its tools; what is wrong with it is told then', async () => {
  const source = `throw new Error('broken');`;
  await inFolder({ 'lab.ts': plain, 'broken.ts': source }, async (bundleRoot) => {
    const loader = new ToolLoader({ bundleRoot, isLate: true });
    const lab = labOf(await loader.load(labResource(['run', 'missing'])));
    expect((await lab.call('lab__run', { args: { n: 1 } })).output).toEqual({ ran: { n: 1 } });
    expect((await lab.call('lab__missing')).error?.message).toContain('has no handler of that name');
    const broken = labResource(['run']);
    const other = await loader.load({ ...broken, spec: { ...broken.spec, entry: './broken.ts' } });
    expect((await labOf(other).call('lab__run')).error?.message).toContain('broken');
  });
});

test('SCH-5: a handler no export names is ignored', async () => {
  await inFolder({ 'lab.ts': plain }, async (bundleRoot) => {
    const tools = await new ToolLoader({ bundleRoot }).load(labResource(['run']));
    expect(tools.map((tool) => tool.name)).toEqual(['lab__run']);
  });
});

test('SCH-5: an export without a handler is E_CONFIG_HANDLER naming resource, export and entry', async () => {
  const error = await failureOf({ 'lab.ts': plain }, labResource(['run', 'missing']));
  expect(error.code).toBe('E_CONFIG_HANDLER');
  expect(error.message).toContain('Tool/lab');
  expect(error.message).toContain("'missing'");
  expect(error.message).toContain('./lab.ts');
});

test.each([
  ['names of Object.prototype', plain, 'toString'],
  ['a handler that is no function', `export const handlers = { run: 'not a function' };`, 'run'],
  ['a handler on the prototype', `export const handlers = Object.create({ run: () => 1 });`, 'run'],
])('SCH-5: %s are no handlers: E_CONFIG_HANDLER', async (_title, source, name) => {
  const resource = labResource([name]);
  expect((await failureOf({ 'lab.ts': source }, resource)).code).toBe('E_CONFIG_HANDLER');
});

test.each([
  ['no export at all', ''],
  ['a default export only', `export default { handlers: { run: () => 1 } };`],
  ['handlers that are a list', `export const handlers = [() => 1];`],
  ['handlers that are null', `export const handlers = null;`],
])('SCH-4: a module with %s is E_CONFIG_HANDLER naming the file', async (_title, source) => {
  const error = await failureOf({ 'lab.ts': source }, labResource(['run']));
  expect(error.code).toBe('E_CONFIG_HANDLER');
  expect(error.message).toContain('lab.ts');
  expect(error.message).toContain('handlers');
});

test.each([
  ['that throws an error', `throw new Error('no database');`, 'no database'],
  ['that throws a text', `throw 'plain text';`, 'plain text'],
  ['that rejects at its top', `await Promise.reject(new Error('top-level'));`, 'top-level'],
  ['with a syntax error', `export const handlers = {{;`, ''],
  ['that imports a file that is not there', `import './missing.ts';`, './missing.ts'],
  [
    'that imports a package that is not installed',
    `import 'goondan-no-such-package';`,
    'goondan-no-such-package',
  ],
])('SCH-5: a module %s is E_CONFIG_MODULE naming the file and the reason', async (_title, source, reason) => {
  const error = await failureOf({ 'lab.ts': source }, labResource(['run']));
  expect(error.code).toBe('E_CONFIG_MODULE');
  expect(error.message).toContain('lab.ts');
  expect(error.message).toContain(reason);
  expect(error.message).not.toContain('The tool failed');
});

test('SCH-5: an entry that is not there is E_CONFIG_MODULE naming it', async () => {
  const error = await failureOf({}, labResource(['run']));
  expect(error.code).toBe('E_CONFIG_MODULE');
  expect(error.message).toContain('lab.ts');
});

test.each(['with blanks', '한글 폴더', 'per%20cent', 'hash#1', "quote's"])(
  'SCH-4: a bundle in a folder named %j loads, inline and in a worker',
  async (folder) => {
    await inFolder({ [`${folder}/lab.ts`]: plain }, async (root) => {
      const loader = new ToolLoader({ bundleRoot: join(root, folder) });
      for (const isolation of ['inline', 'worker'] as const) {
        const lab = labOf(await loader.load(labResource(['run'], { isolation })));
        expect((await lab.call('lab__run', { args: { a: 1 } })).output).toEqual({ ran: { a: 1 } });
      }
    });
  },
);

test('SCH-4: two bundles with modules of the same relative path keep their own', async () => {
  const files = {
    'a/lab.ts': `export const handlers = { run: () => 'a' };`,
    'b/lab.ts': `export const handlers = { run: () => 'b' };`,
  };
  await inFolder(files, async (root) => {
    for (const bundle of ['a', 'b']) {
      const lab = labOf(await new ToolLoader({ bundleRoot: join(root, bundle) }).load(labResource(['run'])));
      expect((await lab.call('lab__run')).output).toBe(bundle);
    }
  });
});

const defined = `
import { defineTool } from '@goondan/core';
export const add = defineTool({
  name: 'calc__add',
  description: '더하기',
  input: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'], additionalProperties: false },
  output: { type: 'number' },
  annotations: { readOnly: true, idempotent: true },
  handler: (_ctx, { a, b }) => a + b,
});
export const fail = defineTool({ name: 'calc__fail', errorMessageLimit: 40, handler: () => { throw new Error('x'.repeat(2000)); } });
export const quick = defineTool({ name: 'calc__quick', timeoutMs: 5000, handler: () => 'quick' });
export default [add, fail];
export const again = add;`;

test('defineTool: loadModule() gives each tool of a module once, as YAML would, its source included', async () => {
  await inFolder({ 'calc.ts': defined }, async (bundleRoot) => {
    const loader = new ToolLoader({ bundleRoot });
    const tools = await loader.loadModule('./calc.ts');
    expect(tools.map((tool) => tool.name).sort()).toEqual(['calc__add', 'calc__fail', 'calc__quick']);
    expect(tools.map((tool) => tool.source)).toEqual(tools.map(() => ({ type: 'config', name: 'calc' })));
    expect((await labOf(tools).call('calc__add', { args: { a: 1, b: 2 } })).output).toBe(3);
  });
});

test('defineTool: loadModule() of a module without such a tool is a coded error', async () => {
  await inFolder(
    { 'plain.ts': plain, 'empty.ts': '', 'broken.ts': 'throw new Error("broken")' },
    async (bundleRoot) => {
      const loader = new ToolLoader({ bundleRoot });
      expect(await codeOf(loader.loadModule('plain.ts'))).toBe('E_CONFIG_HANDLER');
      expect(await codeOf(loader.loadModule('empty.ts'))).toBe('E_CONFIG_HANDLER');
      expect(await codeOf(loader.loadModule('broken.ts'))).toBe('E_CONFIG_MODULE');
    },
  );
});

/** What a tool comes to for the model, without what differs from call to call. */
async function resultsOf(tools: readonly ToolDefinition[]): Promise<unknown[]> {
  const lab = labOf(tools);
  const calls = [
    lab.call('calc__add', { args: { a: 1, b: 2 } }),
    lab.call('calc__add', { args: { a: '1', c: 3 } }),
    lab.call('calc__fail'),
    lab.call('calc__quick'),
  ];
  return (await Promise.all(calls)).map(({ toolCallId: _id, ...result }) => result);
}

test('defineTool: a module written as YAML and loaded again is the same tools with the same results', async () => {
  await inFolder({ 'calc.ts': defined }, async (bundleRoot) => {
    const loader = new ToolLoader({ bundleRoot });
    const tools = await loader.loadModule('./calc.ts');
    const yaml = stringify(toolResourceOf('./calc.ts', tools));
    const resource = toolResourceSchema.parse(parse(yaml));
    const loaded = await loader.load(resource);
    const described = (list: readonly ToolDefinition[]) => labOf(list).registry.items();
    expect(described(loaded)).toEqual(described(tools));
    const [sum, ...rest] = await resultsOf(loaded);
    expect(sum).toMatchObject({ status: 'ok', output: 3 });
    const [expectedSum, ...expectedRest] = await resultsOf(tools);
    expect(sum).toEqual(expectedSum);
    // Limits are the resource's in YAML: the message of calc__fail may be longer there, never shorter.
    expect(rest[0]).toEqual(expectedRest[0]);
    expect(rest[2]).toEqual(expectedRest[2]);
    expect(rest[1]).toMatchObject({ status: 'error', error: { code: 'E_TOOL' } });
    const isolated = { ...resource, spec: { ...resource.spec, isolation: 'worker' as const } };
    expect(await resultsOf(await loader.load(isolated))).toEqual([sum, ...rest]);
  });
});

test('defineTool: in YAML no tool gets a smaller limit than it had: one without its own keeps the default', () => {
  const handler = () => null;
  const limits = (tools: readonly ToolDefinition[]) => {
    const { errorMessageLimit, timeoutMs } = toolResourceOf('./a.ts', tools).spec;
    return { errorMessageLimit, timeoutMs };
  };
  const none = { name: 'a__none', handler };
  expect(limits([none])).toEqual({ errorMessageLimit: undefined, timeoutMs: undefined });
  const small = { name: 'a__small', handler, errorMessageLimit: 10, timeoutMs: 100 };
  expect(limits([small])).toEqual({ errorMessageLimit: 10, timeoutMs: 100 });
  expect(limits([small, none])).toEqual({ errorMessageLimit: undefined, timeoutMs: undefined });
  const large = { name: 'a__large', handler, errorMessageLimit: 5000, timeoutMs: 90_000 };
  expect(limits([small, large])).toEqual({ errorMessageLimit: 5000, timeoutMs: 90_000 });
  expect(limits([none, large])).toEqual({ errorMessageLimit: 5000, timeoutMs: 90_000 });
});

test('defineTool: isolation and secrets are the resource’s in YAML; without YAML a worker tool runs in a thread too', async () => {
  const source = `import { defineTool } from '@goondan/core';
import { isMainThread } from 'node:worker_threads';
export const where = defineTool({ name: 'at__where', isolation: 'worker', handler: () => isMainThread });
export const key = defineTool({ name: 'at__key', secrets: ['AT_KEY'], handler: () => isMainThread });
`;
  await inFolder({ 'at.ts': source }, async (bundleRoot) => {
    const tools = await new ToolLoader({ bundleRoot }).loadModule('./at.ts');
    expect(toolResourceOf('./at.ts', tools).spec).toMatchObject({ isolation: 'worker', secrets: ['AT_KEY'] });
    const lab = labOf(tools);
    expect(await lab.call('at__where')).toMatchObject({ status: 'ok', output: false });
    expect(await lab.call('at__key')).toMatchObject({ status: 'ok', output: true });
  });
});

test('defineTool: tools of two resources, or of none, cannot be written as one Tool resource', () => {
  const handler = () => null;
  const write =
    (...names: string[]) =>
    () =>
      toolResourceOf(
        './a.ts',
        names.map((name) => ({ name, handler })),
      );
  expect(write('a__x', 'b__y')).toThrow(/one resource/);
  expect(write()).toThrow(/one resource/);
  expect(write('nameless')).toThrow(/one resource/);
  expect(write('a__x', 'a__y')().spec.exports.map(({ name }) => name)).toEqual(['x', 'y']);
});

test('defineTool: a schema that YAML cannot hold is E_CONFIG_TOOL_SCHEMA', () => {
  const parameters = { type: 'object', properties: { at: { const: 1n } } };
  const write = () => toolResourceOf('./a.ts', [{ name: 'a__x', handler: () => null, parameters }]);
  expect(write).toThrow(GoondanError);
  expect(write).toThrow(/a__x/);
});

test('SCH-4: a copy of a module elsewhere is loaded as itself', async () => {
  await inFolder({ 'one/lab.ts': plain }, async (root) => {
    await cp(join(root, 'one'), join(root, 'two'), { recursive: true });
    const loader = new ToolLoader({ bundleRoot: root });
    const [one] = await loader.load(labResource(['run'], { entry: './one/lab.ts' }));
    const [two] = await loader.load(labResource(['run'], { entry: './two/lab.ts' }));
    expect(one?.handler).not.toBe(two?.handler);
  });
});
