import { expect, test } from 'bun:test';
import { call } from '../stock-tools.ts';

const same = [
  ['2+3*4', 14],
  ['6*7', 42],
  ['  2 +\t3  ', 5],
  ['2+3 # five', 5],
  ['(1 + 2) * 3', 9],
  ['-7', -7],
  ['--5', 5],
  ['-0', 0],
  ['0*-1', 0],
  ['2^10', 1024],
  ['2^-1', 0.5],
  ['-2^2', -4],
  ['2^3^2', 512],
  ['10/4', 2.5],
  ['1/3', 1 / 3],
  ['1/3*3', 1],
  ['0.1+0.2', 0.3],
  ['0.1*3', 0.3],
  ['1.005*100', 100.5],
  ['.5+5.', 5.5],
  ['1.5e3', 1500],
  ['0xff + 0b101', 260],
  ['2(3+4)', 14],
  ['2 pi', 2 * Math.PI],
  ['e', Math.E],
  ['10 % 3', 1],
  ['-7 % 3', 2],
  ['7 % -3', -2],
  ['5.5 mod 2', 1.5],
  ['gcd(-12, 18, 27)', 3],
  ['lcm(4, 6, 10)', 60],
  ['lcm(0, 5)', 0],
  ['15% * 80', 12],
  ['100 + 3%', 103],
  ['5!', 120],
  ['3!!', 720],
  ['0!', 1],
  ['0.5!', 0.8862269254527576],
  ['sqrt(16)', 4],
  ['sqrt(2)^2', 2],
  ['2^0.5', Math.SQRT2],
  ['cbrt(27)', 3],
  ['nthRoot(32, 5)', 2],
  ['nthRoot(-8, 3)', -2],
  ['exp(1)', Math.E],
  ['ln(e)', 1],
  ['log(8, 2)', 3],
  ['log10(1000)', 3],
  ['log2(8)', 3],
  ['sin(pi/6)', 0.5],
  ['sin(pi)', 0],
  ['cos(pi/2)', 0],
  ['sin(30 deg)', 0.5],
  ['sin(1e-20)', 1e-20],
  ['atan2(1, 1)', Math.PI / 4],
  ['sinh(1)', 1.1752011936438014],
  ['tanh(1e300)', 1],
  ['tanh(-1e300)', -1],
  ['gcd(12, 18)', 6],
  ['lcm(4, 6)', 12],
  ['combinations(52, 5)', 2_598_960],
  ['combinations(1e6, 999998)', 499_999_500_000],
  ['permutations(10, 3)', 720],
  ['permutations(5)', 120],
  ['gamma(5)', 24],
  ['round(2.567, 2)', 2.57],
  ['round(1.005, 2)', 1.01],
  ['floor(-2.5)', -3],
  ['abs(-3) + sign(-2)', 2],
  ['hypot(3, 4)', 5],
  ['mean([1, 2, 3, 4])', 2.5],
  ['mean(1, 2, 3, 4)', 2.5],
  ['median([3, 1, 2])', 2],
  ['std([1, 2, 3])', 1],
  ['variance([2, 4, 4, 4, 5, 5, 7, 9])', 32 / 7],
  ['sum([1, 2]) + prod(2, 3)', 9],
  ['max(1, 7, 3) - min([4, 2])', 5],
  ['2 > 1 ? 10 : 20', 10],
  ['2 < 1 ? 1/0 : 20', 20],
  ['i^2', -1],
  ['exp(i * pi)', -1],
  ['1 m / 1 m', 1],
  ['exp(-10000)', 0],
] as const;

test.each(same)('calculator: %j is %j', async (expression, value) => {
  const result = await call('calculator__evaluate', { expression });
  expect(result.error).toBeUndefined();
  expect(result.output).toEqual({ value, text: String(value) });
});

const other = [
  ['2 > 1', true, 'true'],
  ['1 < 2 < 3 and not false', true, 'true'],
  ['0.1 + 0.2 == 0.3', true, 'true'],
  ['10000000000000001 == 10000000000000002', false, 'false'],
  // All digits of a whole number, also where a JSON number would round it.
  ['9007199254740991', 9007199254740991, '9007199254740991'],
  ['9007199254740993', '9007199254740993', '9007199254740993'],
  ['123456789 * 987654321', '121932631112635269', '121932631112635269'],
  ['2^100', '1267650600228229401496703205376', '1267650600228229401496703205376'],
  ['25!', '15511210043330985984000000', '15511210043330985984000000'],
  ['-(2^64)', '-18446744073709551616', '-18446744073709551616'],
  ['1e63 % 7', 6, '6'],
  // Too many digits to know them all.
  ['100!', 9.332621544394415e157, '9.332621544394415e+157'],
  ['1e100', 1e100, '1e+100'],
  // Beyond what a JSON number holds.
  ['10^400', '1e+400', '1e+400'],
  ['200!', '7.886578673647905e+374', '7.886578673647905e+374'],
  ['exp(1000)', '1.970071114017047e+434', '1.970071114017047e+434'],
  ['1e-400', '1e-400', '1e-400'],
  // Units.
  ['5 cm to inch', 1.968503937007874, '1.968503937007874 inch'],
  ['72 degF to degC', 22.22222222222222, '22.22222222222222 degC'],
  ['60 mi/h to m/s', 26.8224, '26.8224 m / s'],
  ['100 km/h * 30 minutes to km', 50, '50 km'],
  ['2 m * 3 m', 6, '6 m^2'],
  ['1 GiB to MB', 1073.741824, '1073.741824 MB'],
  ['5 cm', 5, '5 cm'],
  // Complex numbers.
  ['sqrt(-4)', '2i', '2i'],
  ['(2+3i)*(1-i)', '5 + i', '5 + i'],
] as const;

test.each(other)('calculator: %j has the value %j and the text %j', async (expression, value, text) => {
  const result = await call('calculator__evaluate', { expression });
  expect(result.error).toBeUndefined();
  expect(result.output).toEqual({ value, text });
});

test('calculator: a long list and a long sum are no trouble', async () => {
  const numbers = Array.from({ length: 900 }, (_, index) => index);
  const sum = await call('calculator__evaluate', { expression: `sum([${numbers.join(',')}])` });
  expect(sum.output).toEqual({ value: 404_550, text: '404550' });
  const long = await call('calculator__evaluate', { expression: `1${'+1'.repeat(1999)}` });
  expect(long.output).toEqual({ value: 2000, text: '2000' });
});

test('calculator: calls side by side do not disturb one another', async () => {
  const expressions = Array.from({ length: 8 }, (_, index) => `${index} * 2`);
  const results = await Promise.all(
    expressions.map((expression) => call('calculator__evaluate', { expression })),
  );
  expect(results.map(({ output }) => output)).toEqual(
    expressions.map((_, index) => ({ value: index * 2, text: String(index * 2) })),
  );
});
