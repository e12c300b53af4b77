import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '../../src/json/json-value.ts';
import { ToolExecutor, ToolRegistry, type ToolResult } from '../../src/tool/index.ts';
import { executeLoosely } from './support/ill-typed.ts';
import { scopeOf } from './support/scope.ts';
import { singleTool, toolName } from './support/single-tool.ts';
import { malformation } from './support/well-formed.ts';

const readParameters = {
  type: 'object',
  properties: {
    path: { type: 'string', examples: ['notes.md'] },
    maxBytes: { type: 'number', minimum: 1 },
  },
  required: ['path'],
  additionalProperties: false,
};

async function read(args: JsonObject): Promise<ToolResult> {
  const registry = new ToolRegistry();
  registry.register({
    name: 'file-system__read',
    handler: (_ctx, input) => input,
    parameters: readParameters,
  });
  return new ToolExecutor(registry).execute({ id: 'c1', name: 'file-system__read', args }, scopeOf());
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

describe('what the model reads', () => {
  test('UX: wrong arguments are answered exactly as in UX.md: every failing path, what was expected and got', async () => {
    expect(await read({ path: 5, maxBytes: 0 })).toEqual({
      toolCallId: 'c1',
      toolName: 'file-system__read',
      status: 'error',
      error: {
        code: 'E_TOOL_INVALID_ARGS',
        name: 'ToolInvalidArgsError',
        message: 'file-system__read: /path must be string, got number 5; /maxBytes must be >= 1, got 0',
        suggestion: 'Send {"path": string, "maxBytes"?: number}. Example: {"path":"notes.md"}',
        helpUrl: 'https://docs.goondan.ai/errors/E_TOOL_INVALID_ARGS',
      },
    });
  });

  test('a missing and a misspelt property are both named', async () => {
    const { error } = await read({ pth: 'a' });
    expect(error?.message).toContain('/path is required');
    expect(error?.message).toContain('/pth is not allowed (did you mean "path"?)');
  });

  test('no coercion, no defaults, no repair: "5" is no number, and nothing is added', async () => {
    expect((await read({ path: 'a', maxBytes: '5' })).error?.message).toBe(
      'file-system__read: /maxBytes must be number, got string "5"',
    );
    expect((await read({ path: 'a' })).output).toEqual({ path: 'a' });
  });

  test('ERR-2: the message is cut to errorMessageLimit, the suggestion stays', async () => {
    const tool = singleTool(() => 1, { parameters: readParameters, errorMessageLimit: 40 });
    const { error } = await tool.call({ args: { path: 5 } });
    expect(error?.message).toBe('lab__run: /path must be s... (truncated)');
    expect(error?.suggestion).toContain('Send {"path": string');
  });
});

describe('what is not an object', () => {
  test.each([
    [null, 'null'],
    [undefined, 'null'],
    [[1], 'array'],
    ['{}', 'string'],
    [5, 'number'],
    [true, 'boolean'],
  ])('args %p are refused with or without parameters', async (args, got) => {
    for (const parameters of [undefined, true, { type: 'object' }]) {
      const tool = singleTool(() => 1, { parameters });
      const call = { id: 'c1', name: toolName, args };
      const result = await executeLoosely(tool.executor, call, { scope: scopeOf() });
      expect(malformation(result, call)).toBeUndefined();
      expect(JSON.stringify(result)).toContain(`lab__run: (root) must be object, got ${got}`);
    }
  });

  test.each([
    ['a function', () => 1, 'is a function'],
    ['a BigInt', 1n, 'is a BigInt'],
    ['a symbol', Symbol('s'), 'is a symbol'],
    ['a Date', new Date(0), 'is an instance of Date'],
    ['a Map', new Map(), 'is an instance of Map'],
    ['NaN', Number.NaN, 'is NaN'],
  ])('%s inside the args is refused at its path', async (_what, value, reason) => {
    const tool = singleTool(() => 1);
    const call = { id: 'c1', name: toolName, args: { list: [0, { 'a/b~c': value }] } };
    const result = await executeLoosely(tool.executor, call, { scope: scopeOf() });
    expect(JSON.stringify(result)).toContain(`lab__run: /list/1/a~1b~0c ${reason}`);
    expect(JSON.stringify(result)).toContain('E_TOOL_INVALID_ARGS');
  });
});

describe('hostile args', () => {
  async function messageFor(args: unknown): Promise<string> {
    let started = 0;
    const tool = singleTool(() => (started += 1));
    const call = { id: 'c1', name: toolName, args };
    const result = await executeLoosely(tool.executor, call, { scope: scopeOf() });
    expect(malformation(result, call)).toBeUndefined();
    expect(started).toBe(0);
    return JSON.stringify(result);
  }

  test.each([
    ['arrays', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ a: inner })],
    ['objects with long keys', (inner: unknown) => ({ ['k'.repeat(1000)]: inner })],
  ])('100,000 levels of %s are refused, and the message says why', async (_what, wrap) => {
    expect(await messageFor({ a: nested(100_000, wrap) })).toContain(
      'is nested deeper than 500 levels or refers to itself',
    );
  });

  test('a cycle is refused, and the message says why', async () => {
    const args: Record<string, unknown> = {};
    args['self'] = args;
    expect(await messageFor(args)).toContain('refers to itself');
  });

  test('a key of ten million characters in the path does not hide the reason', async () => {
    expect(await messageFor({ ['k'.repeat(10_000_000)]: 1n })).toContain('is a BigInt');
  });

  test('20 million characters are refused as too large', async () => {
    expect(await messageFor({ text: 'x'.repeat(20_000_000) })).toContain(
      'is larger than the limit of 16777216 characters',
    );
  });

  test('a shared-reference bomb is refused as too large, not unfolded', async () => {
    let bomb: unknown = 'boom';
    for (let level = 0; level < 64; level += 1) bomb = [bomb, bomb];
    expect(await messageFor({ bomb })).toContain('is larger than the limit');
  });

  test('the key __proto__ is refused at any depth, and Object.prototype stays as it is', async () => {
    const args: unknown = JSON.parse('{"a":{"__proto__":{"polluted":true}}}');
    expect(await messageFor(args)).toContain('/a has the key \\"__proto__\\", which is not allowed');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('a getter that throws, a proxy that throws and a revoked proxy are refused at their path', async () => {
    const revocable = Proxy.revocable({}, {});
    revocable.revoke();
    const hostile = [
      {
        get inner(): never {
          throw new Error('gotcha');
        },
      },
      {
        inner: new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('gotcha');
            },
          },
        ),
      },
      { inner: revocable.proxy },
    ];
    for (const value of hostile) {
      expect(await messageFor({ value })).toContain('lab__run: /value/inner cannot be read');
    }
  });
});

describe('the copy', () => {
  test('the handler gets a copy: what it does to its input does not reach the caller', async () => {
    const tool = singleTool((_ctx, input) => {
      if (typeof input === 'object' && input !== null) Reflect.set(input, 'list', 'gone');
      return 1;
    });
    const args = { list: [1, 2] };
    await tool.call({ args });
    expect(args).toEqual({ list: [1, 2] });
  });

  test('what the caller does to the args after the call does not reach the handler', async () => {
    const go = Promise.withResolvers<void>();
    const tool = singleTool(async (_ctx, input) => {
      await go.promise;
      return input;
    });
    const args = { list: [1, 2] };
    const result = tool.call({ args });
    args.list.push(3);
    go.resolve();
    expect((await result).output).toEqual({ list: [1, 2] });
  });

  test('a getter is read once: what was checked is what the handler gets', async () => {
    let reads = 0;
    const tool = singleTool((_ctx, input) => JSON.stringify(input), {
      parameters: { type: 'object', properties: { n: { type: 'number' } } },
    });
    const args = {
      get n() {
        reads += 1;
        return reads === 1 ? 1 : -reads;
      },
    };
    expect((await tool.call({ args })).output).toBe('{"n":1}');
    expect(reads).toBe(1);
  });
});

describe('a broken schema', () => {
  test('ERR-1: parameters that are no valid JSON Schema are told as the author’s mistake, not as ours', async () => {
    let started = 0;
    const tool = singleTool(() => (started += 1), { parameters: { type: 'strin' } });
    const result = await tool.call();
    expect(result.error?.code).toBe('E_CONFIG_TOOL_SCHEMA');
    expect(malformation(result, { id: result.toolCallId, name: toolName })).toBeUndefined();
    expect(started).toBe(0);
  });

  test('ERR-1: an output schema that is no valid JSON Schema is found before the handler takes effect', async () => {
    let started = 0;
    const tool = singleTool(() => (started += 1), { output: { type: 'strin' } });
    expect((await tool.call()).error?.code).toBe('E_CONFIG_TOOL_SCHEMA');
    expect(started).toBe(0);
  });
});
