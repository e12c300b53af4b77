import { describe, expect, test } from 'bun:test';
import { errorCodes, isErrorCode } from '../../src/error/codes.ts';
import { GoondanError } from '../../src/error/goondan-error.ts';
import { ToolCatalog, type ToolError } from '../../src/tool/index.ts';
import { throwAnything, withProperty } from './support/ill-typed.ts';
import { recordingLogger } from './support/scope.ts';
import { singleTool, toolName } from './support/single-tool.ts';
import { malformation } from './support/well-formed.ts';

/** The error the model reads when a handler throws `value`, which must be the same whichever way it is thrown. */
async function errorFor(
  value: unknown,
  fields: { readonly [field: string]: unknown } = {},
): Promise<ToolError> {
  const sync = await singleTool(() => throwAnything(value), fields).call({ id: 'c1' });
  const later = await singleTool(async () => {
    await Promise.resolve();
    throwAnything(value);
  }, fields).call({ id: 'c1' });
  expect(malformation(sync, { id: 'c1', name: toolName })).toBeUndefined();
  expect(later).toEqual(sync);
  return sync.error ?? { message: 'there was no error' };
}

describe('what handlers throw', () => {
  test('ERR-1: an error becomes E_TOOL with its name and message, a suggestion and a page', async () => {
    expect(await errorFor(new RangeError('too far'))).toEqual({
      code: 'E_TOOL',
      name: 'RangeError',
      message: 'too far',
      suggestion: errorCodes.E_TOOL.fix,
      helpUrl: 'https://docs.goondan.ai/errors/E_TOOL',
    });
  });

  test.each([
    ['plain text', 'disk full', 'disk full'],
    ['a number', 42, '42'],
    ['a BigInt', 42n, '42'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['false', false, 'false'],
    ['an array', [1, 2], '[1,2]'],
    ['an object with a message', { message: 'from an object' }, 'from an object'],
    ['an object without one', { reason: 'why' }, '{"reason":"why"}'],
    ['an empty object', {}, 'The tool failed without saying why.'],
    ['an empty text', '', 'The tool failed without saying why.'],
    ['an error without a message', new TypeError(''), 'TypeError'],
    ['an object whose message is no text', { message: 5 }, '{"message":5}'],
  ])('ERR-1: a throw of %s keeps its text', async (_what, value, message) => {
    expect((await errorFor(value)).message).toBe(message);
  });

  test('a non-Error throw has the name Error, and an empty name counts as none', async () => {
    expect((await errorFor('x')).name).toBe('Error');
    expect((await errorFor(Object.assign(new Error('x'), { name: '' }))).name).toBe('Error');
  });

  test('ERR-4: a suggestion of the thrown error is kept, an empty one is not', async () => {
    expect((await errorFor(Object.assign(new Error('x'), { suggestion: 'try y' }))).suggestion).toBe('try y');
    expect((await errorFor(Object.assign(new Error('x'), { suggestion: '' }))).suggestion).toBe(
      errorCodes.E_TOOL.fix,
    );
  });

  test('a code of the closed list that a tool may say is kept, with its page', async () => {
    const error = await errorFor(
      new GoondanError('E_TOOL_INVALID_ARGS', 'no such row', { suggestion: 'look first' }),
    );
    expect(error).toEqual({
      code: 'E_TOOL_INVALID_ARGS',
      name: 'ToolInvalidArgsError',
      message: 'no such row',
      suggestion: 'look first',
      helpUrl: 'https://docs.goondan.ai/errors/E_TOOL_INVALID_ARGS',
    });
  });

  test('an error that says E_TOOL itself keeps its own name', async () => {
    const error = await errorFor(Object.assign(new RangeError('x'), { code: 'E_TOOL' }));
    expect(error.name).toBe('RangeError');
  });

  test('a code outside the closed list is not repeated as a code', async () => {
    for (const code of ['ENOENT', 'E_MADE_UP', '__proto__', 'constructor', 5, null]) {
      expect((await errorFor(Object.assign(new Error('x'), { code }))).code).toBe('E_TOOL');
    }
  });

  test.each([
    ['E_TOOL_NOT_IN_CATALOG'],
    ['E_TOOL_NOT_FOUND'],
    ['E_TOOL_STALE'],
    ['E_TOOL_INVALID_OUTPUT'],
    ['E_TOOL_TIMEOUT'],
    ['E_TOOL_CANCELLED'],
    ['E_TOOL_BLOCKED'],
    ['E_TOOL_DENIED'],
    ['E_TOOL_OUTCOME_UNKNOWN'],
    ['E_INTERNAL'],
  ])('ERR-1: a handler that forges the executor’s own code %s is not believed', async (code) => {
    if (!isErrorCode(code)) throw new Error(`${code} is not in the list`);
    expect((await errorFor(new GoondanError(code, 'forged'))).code).toBe('E_TOOL');
    expect((await errorFor({ code, message: 'forged' })).code).toBe('E_TOOL');
  });
});

describe('hostile throws', () => {
  const refuse = (): never => {
    throw new Error('trap');
  };
  const revocable = Proxy.revocable({}, {});
  revocable.revoke();
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  const hostile: readonly (readonly [what: string, value: unknown])[] = [
    ['a revoked proxy', revocable.proxy],
    [
      'a proxy whose every trap throws',
      new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
    ],
    ['a proxy whose prototype cannot be read', new Proxy({ message: 'm' }, { getPrototypeOf: refuse })],
    [
      'a proxy that answers everything with itself',
      new Proxy({}, { get: (_target, _key, self): unknown => self }),
    ],
    ['a function', function boom() {}],
    ['a class', Map],
    ['an object whose message getter throws', Object.defineProperty({}, 'message', { get: refuse })],
    [
      'an object whose every getter throws',
      Object.defineProperties(
        {},
        {
          message: { get: refuse },
          name: { get: refuse },
          code: { get: refuse },
          suggestion: { get: refuse },
          toJSON: { get: refuse },
        },
      ),
    ],
    ['an object whose toJSON throws', { toJSON: refuse }],
    ['an object whose toJSON gives undefined', { toJSON: () => undefined }],
    ['an object whose toString throws', { toString: refuse, valueOf: refuse }],
    ['an object without a prototype', Object.create(null)],
    ['a cycle', cycle],
    ['a value nested 100,000 deep', deep],
    ['a thenable', withProperty('then', { value: refuse })],
    ['a rejected promise', Promise.reject(new Error('inner')).catch(() => 1)],
    ['a Date', new Date(Number.NaN)],
    ['a BigInt inside', { amount: 1n }],
  ];

  for (const [what, value] of hostile) {
    test(`ERR-1: ${what} becomes an E_TOOL the model can read`, async () => {
      const error = await errorFor(value);
      expect(error.code).toBe('E_TOOL');
      expect(error.message.length).toBeGreaterThan(0);
      expect(error.message.length).toBeLessThanOrEqual(1000);
    });
  }

  test('ERR-2, ERR-3: a message of ten million characters is cut to 1000, name and suggestion are cut too', async () => {
    const long = 'x'.repeat(10_000_000);
    const error = await errorFor(Object.assign(new Error(long), { name: long, suggestion: long }));
    expect(error.message).toBe(`${'x'.repeat(985)}... (truncated)`);
    expect(JSON.stringify(error).length).toBeLessThan(4000);
  });

  test('ERR-2: the tool’s own errorMessageLimit holds', async () => {
    for (const limit of [1, 15, 16, 20, 5000]) {
      const { message } = await errorFor(new Error('y'.repeat(6000)), { errorMessageLimit: limit });
      expect(message.length).toBe(limit);
      expect(message.endsWith('... (truncated)')).toBe(limit > 15);
    }
  });

  test('ERR-2: no message of the executor is longer than the tool’s limit either', async () => {
    const limited = { errorMessageLimit: 20 };
    const cancelled = new AbortController();
    cancelled.abort('z'.repeat(5000));
    const hanging = singleTool(() => 1, limited, { middleware: [() => new Promise<never>(() => {})] });
    const during = new AbortController();
    const waiting = hanging.call({ options: { signal: during.signal } });
    during.abort('z'.repeat(5000));
    const results = [
      await singleTool(() => 1n, limited).call(),
      await singleTool(() => 1, { ...limited, output: { type: 'string' } }).call(),
      await singleTool(() => 1, { ...limited, parameters: { required: ['a'] } }).call(),
      await singleTool(() => 1, limited).call({ options: { signal: cancelled.signal } }),
      await waiting,
      await singleTool(() => new Promise<never>(() => {}), { ...limited, timeoutMs: 1 }).call(),
    ];
    expect(results.map((result) => result.error?.code)).toEqual([
      'E_TOOL_INVALID_OUTPUT',
      'E_TOOL_INVALID_OUTPUT',
      'E_TOOL_INVALID_ARGS',
      'E_TOOL_CANCELLED',
      'E_TOOL_CANCELLED',
      'E_TOOL_TIMEOUT',
    ]);
    for (const { error } of results) expect(error?.message.length).toBeLessThanOrEqual(20);
  });
});

describe('ERR-2: a tool that is there but not run', () => {
  const limited = { errorMessageLimit: 20 };

  test('ERR-2: what is said of a stale call is cut to the limit of the tool', async () => {
    const tool = singleTool(() => 1, limited);
    const catalog = new ToolCatalog(tool.registry.items());
    tool.registry.register({ name: toolName, handler: () => 2, ...limited });
    const { error } = await tool.call({ options: { catalog } });
    expect([error?.code, error?.message.length]).toEqual(['E_TOOL_STALE', 20]);
  });

  test('ERR-2: what is said of a blocked call is cut to the limit of the tool', async () => {
    const policy = { tools: { whitelist: [], features: { tools_policy: true } } };
    const { logger, warnings } = recordingLogger();
    const { error } = await singleTool(() => 1, limited, { policy }).call({ scope: { logger } });
    expect([error?.code, error?.message.length]).toEqual(['E_TOOL_BLOCKED', 20]);
    expect(warnings[0]).toContain('is not in the whitelist of policy');
  });

  test('ERR-2: what is said of a tool whose schema is broken is cut to the limit of the tool', async () => {
    const { error } = await singleTool(() => 1, { ...limited, parameters: { type: 'strnig' } }).call();
    expect([error?.code, error?.message.length]).toEqual(['E_CONFIG_TOOL_SCHEMA', 20]);
  });

  test('ERR-2: what is said of an id that is taken is cut to the limit of the tool', async () => {
    const go = Promise.withResolvers<void>();
    const tool = singleTool(() => go.promise, limited);
    const first = tool.call({ id: 'same' });
    const { error } = await tool.call({ id: 'same', args: { other: true } });
    expect(error?.message).toHaveLength(20);
    go.resolve();
    await first;
  });
});

describe('ERR-4, ERR-5', () => {
  test('ERR-4, ERR-5: every code of the closed list has a summary, causes and a fix in whole sentences', () => {
    for (const [code, entry] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^E_[A-Z0-9]+(_[A-Z0-9]+)*$/);
      for (const text of [entry.summary, entry.fix, ...entry.causes]) expect(text).toMatch(/^\S.*[.…]$/);
      expect(entry.causes.length).toBeGreaterThan(0);
    }
  });

  test('isErrorCode knows no inherited names', () => {
    for (const value of ['__proto__', 'constructor', 'toString', '', undefined, 5])
      expect(isErrorCode(value)).toBe(false);
  });
});
