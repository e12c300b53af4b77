import { describe, expect, test } from 'bun:test';
import { isRecord } from '../../src/json/json-value.ts';
import { withProperty } from './support/ill-typed.ts';
import { singleTool, toolName } from './support/single-tool.ts';
import { malformation } from './support/well-formed.ts';

async function errorFor(value: unknown): Promise<string> {
  const sync = await singleTool(() => value).call({ id: 'c1' });
  const later = await singleTool(async () => {
    await Promise.resolve();
    return value;
  }).call({ id: 'c1' });
  expect(malformation(sync, { id: 'c1', name: toolName })).toBeUndefined();
  expect(later).toEqual(sync);
  return `${sync.error?.code} ${sync.error?.message}`;
}

async function outputFor(value: unknown): Promise<unknown> {
  const result = await singleTool(() => value).call({ id: 'c1' });
  expect(malformation(result, { id: 'c1', name: toolName })).toBeUndefined();
  return result.output;
}

describe('results that are JSON', () => {
  test.each([
    [null],
    [true],
    [0],
    [-1.5],
    [''],
    ['text'],
    [[]],
    [{}],
    [[1, [2, [3]]]],
    [{ a: { b: [null] } }],
  ])('a result of %j comes back as it is', async (value) => {
    expect(await outputFor(value)).toEqual(value);
  });

  test('undefined counts as null: as a result and inside arrays; as a property it is absent', async () => {
    expect(await outputFor(undefined)).toBeNull();
    expect(JSON.stringify(await outputFor([undefined, 1]))).toBe('[null,1]');
    expect(JSON.stringify(await outputFor({ a: undefined, b: 1 }))).toBe('{"b":1}');
  });

  test('-0 comes back as 0, and holes of arrays as null, as any JSON text has them', async () => {
    expect(Object.is(await outputFor(-0), 0)).toBe(true);
    const holes: number[] = [];
    holes[2] = 1;
    expect(await outputFor(holes)).toEqual([null, null, 1]);
  });

  test('objects without a prototype and from another realm are plain objects', async () => {
    const bare: unknown = Object.assign(Object.create(null), { a: 1 });
    expect(await outputFor(bare)).toEqual({ a: 1 });
    expect(await outputFor(structuredClone({ a: [1] }))).toEqual({ a: [1] });
  });

  test('the same object twice is no cycle', async () => {
    const shared = { a: 1 };
    expect(await outputFor([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
  });

  test('__proto__ in the output is kept as data and changes no prototype', async () => {
    const output = await outputFor(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
    expect(JSON.stringify(output)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(isRecord(output) && Object.getPrototypeOf(output) === Object.prototype).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('lone surrogates stay as they are and can be written as JSON', async () => {
    expect(await outputFor('a\ud800b')).toBe('a\ud800b');
  });
});

describe('results that are not JSON', () => {
  const cases: readonly (readonly [what: string, value: unknown, reason: string])[] = [
    ['a function', () => 1, 'is a function'],
    ['a class', Map, 'is a function'],
    ['a BigInt', 1n, 'is a BigInt; return a string or a number'],
    ['a symbol', Symbol('s'), 'is a symbol'],
    ['NaN', Number.NaN, 'is NaN, which JSON cannot hold'],
    ['Infinity', Infinity, 'is Infinity, which JSON cannot hold'],
    ['a Date', new Date(0), 'is an instance of Date; return a plain object, a string or a number'],
    ['a Map', new Map([[1, 2]]), 'is an instance of Map; return a plain object, a string or a number'],
    [
      'a Uint8Array',
      new Uint8Array(2),
      'is an instance of Uint8Array; return a plain object, a string or a number',
    ],
    ['an Error', new Error('x'), 'is an instance of Error; return a plain object, a string or a number'],
    [
      'a promise inside',
      Promise.resolve(1),
      'is an instance of Promise; return a plain object, a string or a number',
    ],
  ];

  for (const [what, value, reason] of cases) {
    test(`${what} is E_TOOL_INVALID_OUTPUT at its path`, async () => {
      expect(await errorFor({ a: [1, { 'b/c': value }] })).toBe(
        `E_TOOL_INVALID_OUTPUT lab__run: the result at /a/1/b~1c ${reason}.`,
      );
    });
  }

  test('a result that is itself not JSON has no path', async () => {
    expect(await errorFor(1n)).toBe(
      'E_TOOL_INVALID_OUTPUT lab__run: the result is a BigInt; return a string or a number.',
    );
    expect(await errorFor(() => 1)).toBe('E_TOOL_INVALID_OUTPUT lab__run: the result is a function.');
  });

  test('a cycle is an error that says so', async () => {
    const cycle: Record<string, unknown> = { list: [] };
    cycle['list'] = [cycle];
    expect(await errorFor(cycle)).toContain('nested deeper than 500 levels or refers to itself');
  });

  test('a getter that throws is an error at its path', async () => {
    const value = {
      a: {
        get b(): never {
          throw new Error('no');
        },
      },
    };
    expect(await errorFor(value)).toBe(
      'E_TOOL_INVALID_OUTPUT lab__run: the result at /a/b cannot be read: a property access threw.',
    );
  });

  test('a proxy that hides its prototype is the tool’s mistake, not ours', async () => {
    const refuse = (): never => {
      throw new Error('trap');
    };
    const result = await singleTool(async () => new Proxy({}, { getPrototypeOf: refuse })).call({ id: 'c1' });
    expect(result.error?.code).toBe('E_TOOL_INVALID_OUTPUT');
  });

  test('ERR-4: the suggestion tells the model not to repeat the call, whose effect may have happened', async () => {
    const result = await singleTool(() => 1n).call();
    expect(result.error?.suggestion).toStartWith('Do not repeat the call');
  });
});

describe('snapshot', () => {
  test('what the handler does to its result afterwards does not change it', async () => {
    const value = { list: [1], deep: { a: 1 } };
    const result = await singleTool(() => value).call();
    value.list.push(2);
    value.deep.a = 2;
    expect(result.output).toEqual({ list: [1], deep: { a: 1 } });
  });

  test('a handler that gives back its input gives back a copy of it', async () => {
    const args = { list: [1] };
    let kept: unknown;
    const result = await singleTool((_ctx, input) => (kept = input)).call({ args });
    args.list.push(2);
    if (isRecord(kept)) kept['list'] = 'changed';
    expect(result.output).toEqual({ list: [1] });
  });
});

describe('output schema', () => {
  const output = { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] };

  test('a result that fits comes through, one that does not is E_TOOL_INVALID_OUTPUT with every path', async () => {
    expect((await singleTool(() => ({ content: 'x' }), { output }).call()).output).toEqual({ content: 'x' });
    const { error } = await singleTool(() => ({ content: 5 }), { output }).call();
    expect(error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect(error?.message).toBe(
      'lab__run: the result does not fit its schema: /content must be string, got number 5',
    );
    const root = await singleTool(() => 'x', { output }).call();
    expect(root.error?.message).toBe(
      'lab__run: the result does not fit its schema: (root) must be object, got string "x"',
    );
  });

  test('the schema judges what the model gets: undefined as null', async () => {
    expect((await singleTool(() => undefined, { output: { type: 'null' } }).call()).status).toBe('ok');
    expect((await singleTool(() => undefined, { output }).call()).error?.code).toBe('E_TOOL_INVALID_OUTPUT');
  });

  test('the schema false takes nothing, true everything', async () => {
    expect((await singleTool(() => 1, { output: false }).call()).error?.code).toBe('E_TOOL_INVALID_OUTPUT');
    expect((await singleTool(() => 1, { output: true }).call()).output).toBe(1);
  });
});

describe('thenables', () => {
  test.each([
    [
      'settles twice',
      (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
        resolve('first');
        resolve('second');
        reject(new Error('third'));
      },
      'first',
    ],
    [
      'settles and then throws',
      (resolve: (value: unknown) => void) => {
        resolve('first');
        throw new Error('late');
      },
      'first',
    ],
  ])('a thenable that %s counts once', async (_what, then, output) => {
    expect((await singleTool(() => withProperty('then', { value: then })).call()).output).toBe(output);
  });

  test('a thenable that throws in then, or whose then getter throws, is an E_TOOL', async () => {
    const fail = (): never => {
      throw new Error('no promise');
    };
    for (const value of [withProperty('then', { value: fail }), withProperty('then', { get: fail })]) {
      const result = await singleTool(() => value).call();
      expect([result.error?.code, result.error?.message]).toEqual(['E_TOOL', 'no promise']);
    }
  });

  test('a promise whose own then misbehaves can settle the call once and only once', async () => {
    const then = {
      value(resolve: (value: unknown) => void) {
        resolve('first');
        resolve('second');
        throw new Error('late');
      },
    };
    const promise = Object.defineProperties(
      Promise.resolve('real'),
      Object.fromEntries([['th', 'en'].join('')].map((name) => [name, then])),
    );
    expect((await singleTool(() => promise).call()).output).toBe('first');
  });
});
