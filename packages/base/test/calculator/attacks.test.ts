import { expect, test } from 'bun:test';
import { ToolExecutor } from '@goondan/core/tool';
import { call, loadStockTools, scope } from '../stock-tools.ts';

const evaluate = (expression: string) => call('calculator__evaluate', { expression });

const outside = [
  // What mathjs itself could do.
  'import({sqrt: 1})',
  'import({a: 1}, {override: true})',
  'createUnit("foo")',
  'evaluate("1+1")',
  'parse("1+1")',
  'parser()',
  'compile("1+1")',
  'simplify("x+x")',
  'derivative("x^2", "x")',
  'rationalize("x")',
  'resolve("x")',
  'config({number: "number"})',
  'config',
  'typed("f", {})',
  'chain(1)',
  'help(sin)',
  'reviver()',
  'replacer()',
  'format(1)',
  'print("$a", {a: 1})',
  'random()',
  'unit("5 cm")',
  'bignumber("1e9999999")',
  'speedOfLight',
  'version',
  'expression',
  // What would reach JavaScript.
  'constructor',
  '__proto__',
  'toString',
  'prototype',
  'hasOwnProperty(1)',
  'valueOf()',
  'pi.constructor',
  'sqrt.constructor("return process")()',
  'sqrt["constructor"]',
  'cos.apply(1)',
  'cos.call.call(1)',
  '{}.constructor',
  '{a: 1}.a',
  '[1].constructor',
  '[1, 2][1]',
  '"a".length',
  '"abc"',
  "'abc'",
  '"a".repeat(1e9)',
  'concat("a", "b")',
  'f(x)={}.constructor',
  'process.exit(1)',
  'globalThis',
  'Bun',
  'require("fs")',
  // What would stay behind.
  'x = 5',
  'pi = 3',
  'sqrt = 5',
  'f(x) = x^2',
  'f(x) = f(x)',
  'x = 5; x + 1',
  '1; 2',
  '1\n2',
  'a.b = 1',
  '[1, 2][1] = 3',
  // What would allocate or loop.
  '1:1e9',
  'sum(1:1e9)',
  'range(1, 1e9)',
  'zeros(1e9)',
  'ones(1e5, 1e5)',
  'identity(1e5)',
  'diag([1, 2])',
  'matrix([[1]])',
  'resize([1], [1e9])',
  'reshape([1], [1])',
  'kron([1, 2], [1, 2])',
  'map([1, 2], sqrt)',
  'forEach([1], sqrt)',
  'filter([1], isPrime)',
  'sort([2, 1])',
  'setPowerset([1, 2, 3])',
  'cartesian([1], [2])',
  'partitionSelect([1], 0)',
  'isPrime(1e30 + 57)',
  'stirlingS2(1e6, 5)',
  'bellNumbers(1e6)',
  'catalan(1e9)',
  'composition(1e9, 5)',
  'multinomial([1e9, 1e9])',
  'zeta(2)',
  'bin(1e300)',
  '[1, 2, 3]',
  '[1, 2] * 2',
  '[[1], [2]] + [[1, 2]]',
  '[1, 2]^1e9',
  'mean([[1, 2], [3, 4]])',
  'mean([1, [2]])',
  'sqrt([1, 4])',
  'sum([1, 2], [3])',
  '1 << 1e9',
  '2 .^ [1, 2]',
] as const;

test.each(outside)('calculator: %j does not run', async (expression) => {
  const { status, error } = await evaluate(expression);
  expect(status).toBe('error');
  expect(error?.code).toBe('E_TOOL');
  expect(error?.message).toMatch(/^(Column \d+|In the expression): /);
});

const enormous = [
  '9^9^9',
  '9^9^9^9^9',
  '1e9!',
  '1e300!',
  '500!',
  '10!!!',
  'gamma(1e15)',
  'combinations(1e6, 5e5)',
  'combinations(1e60, 1e59)',
  'permutations(1e9, 1e8)',
  'exp(1e5)',
  'exp(1e300)',
  'exp(exp(exp(10)))',
  'sinh(1e9)',
  'cosh(-1e300)',
  'sin(1e900)',
  'cos(1e31)',
  '1e9999',
  '1e999999999999',
  '1e999 * 1e999',
  '1.0000001^1e15',
  '1.5^(1e15 + 0.5)',
  '2^1e17',
  '(5 m)^100000.5',
  '(2+i)^1e300',
  '1e999 m to mm',
  'gcd(1e900, 3)',
  'lcm(1e64, 3)',
  'mod(1e999, 7)',
  '9'.repeat(4000),
  `2${'^2'.repeat(1000)}`,
  `2^0.${'3'.repeat(3900)}`,
  `0.${'3'.repeat(3900)}^9007199254740991`,
] as const;

test.each(enormous)('calculator: %j is refused before it takes time or memory', async (expression) => {
  const { error } = await evaluate(expression);
  // E_TOOL_TIMEOUT would say that only the limit ended it.
  expect(error?.code).toBe('E_TOOL');
});

test.each(['(', '-(', 'sqrt(', '1+('])(
  'calculator: %j a thousand times deep is refused or calculated',
  async (open) => {
    const depth = Math.floor(3900 / (open.length + 1));
    const { status, error } = await evaluate(`${open.repeat(depth)}1${')'.repeat(depth)}`);
    if (status === 'error') expect(error?.message).toBe('The expression is nested too deeply.');
    expect((await evaluate('1+1')).output).toEqual({ value: 2, text: '2' });
  },
);

test('calculator: after every attack it still calculates as before', async () => {
  for (const expression of [
    'pi = 3',
    'sqrt = 5',
    'config({number: "number"})',
    'import({sqrt: 1}, {override: true})',
  ]) {
    await evaluate(expression);
  }
  expect((await evaluate('sqrt(16) + 0.1 + 0.2')).output).toEqual({ value: 4.3, text: '4.3' });
  expect((await evaluate('x')).status).toBe('error');
  expect((await evaluate('round(e, 2)')).output).toEqual({ value: 2.72, text: '2.72' });
});

test('TIME-1: an expression that takes too long is stopped with its thread, and the next call works', async () => {
  const registry = await loadStockTools();
  const definition = registry.get('calculator__evaluate');
  expect(definition?.timeoutMs).toBe(10_000);
  const executor = new ToolExecutor(registry, { policy: { tools: { timeoutMs: 1, maxTimeoutMs: 1 } } });
  const expression = `sum([${Array.from({ length: 300 }, (_, n) => `sqrt(${n})`).join(',')}])`;
  const stopped = await executor.execute(
    { id: 'slow', name: 'calculator__evaluate', args: { expression } },
    scope,
  );
  expect(stopped.error?.code).toBe('E_TOOL_TIMEOUT');
  expect((await evaluate('1+1')).output).toEqual({ value: 2, text: '2' });
});
