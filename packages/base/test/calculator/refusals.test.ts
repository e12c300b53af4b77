import { expect, test } from 'bun:test';
import { call } from '../stock-tools.ts';

async function failure(expression: string) {
  const { status, error } = await call('calculator__evaluate', { expression });
  expect(status).toBe('error');
  return { code: '', message: '', suggestion: '', ...error };
}

const mistakes = [
  ['2+', 'Column 3: unexpected end of expression.', 'at this column'],
  ['(1', 'Column 3: parenthesis ) expected.', 'at this column'],
  ['1 2', 'Column 3: unexpected part "2".', 'at this column'],
  ['1.2.3', 'Column 4: unexpected part ".3".', 'at this column'],
  ['2 @ 3', 'Column 3: syntax error in part "@ 3".', 'at this column'],
  ['2**3', 'Column 3: value expected.', 'Write ^ for powers.'],
  ['1,000+5', 'Column 2: unexpected operator ,.', '1000, not 1,000'],
  ['２+３', 'Column 1: "２" is not a plain digit.', 'Write 2 instead of "２".'],
  ['2 ＋ 3', 'Column 3: "＋" has no meaning in an expression.', 'Write + instead'],
  ['3 × 4', 'Column 3: "×" has no meaning in an expression.', 'Write * instead'],
  ['8÷2', 'Column 2: "÷" has no meaning in an expression.', 'Write / instead'],
  ['3−1', 'Column 2: "−" has no meaning in an expression.', 'Write - instead'],
  ['√4', 'Column 1: "√" has no meaning in an expression.', 'Write sqrt(…) instead'],
  ['2π', 'Column 2: "π" has no meaning in an expression.', 'Write pi instead'],
  ['이 더하기 삼', 'Column 1: "이" has no meaning in an expression.', 'plain digits'],
  ['1 + 🦀', 'Column 5: "🦀" has no meaning in an expression.', 'plain digits'],
  ['1\u0000', 'Column 2: the character U+0000 has no meaning in an expression.', 'plain digits'],
  ['1\u200b+2', 'Column 2: the character U+200B has no meaning in an expression.', 'plain digits'],
  ['   ', 'In the expression: there is nothing to calculate.', 'Correct'],
  ['# nothing', 'In the expression: there is nothing to calculate.', 'Correct'],
  ['foo + 1', 'Column 1: "foo" is neither a constant nor a unit.', 'There are no variables'],
  ['1 + xyz', 'Column 5: "xyz" is neither a constant nor a unit.', 'There are no variables'],
  ['sqr(4)', 'Column 1: there is no function "sqr".', 'Did you mean sqrt?'],
  ['sqrt', 'Column 1: sqrt is a function and needs its arguments.', 'Write sqrt(…).'],
  ['30 min', 'Column 4: min is a function and needs its arguments.', 'minutes for the unit'],
  ['sqrt(1, 2)', 'In "sqrt(1, 2)": sqrt has too many or too few arguments.', 'arguments of sqrt'],
  ['1 + 5 m', 'In "1 + 5 m": ', ''],
  ['5 m + 3 s', 'In "5 m + 3 s": Units do not match.', ''],
  ['5 cm to s', 'In "5 cm to s": Units do not match', ''],
  ['cm', 'In the expression: cm is a unit without a number.', 'Write 1 cm.'],
  ['2 + 1/0', 'In "1 / 0": the result is infinite, or beyond 1e1000.', ''],
  ['0/0', 'In "0 / 0": the result is undefined.', ''],
  ['log(0)', 'In "log(0)": the result is infinite', ''],
  ['asin(2)', 'In "asin(2)": the result is undefined.', ''],
  ['tan(pi/2)', 'In "tan(pi / 2)": tan has no value at this angle.', ''],
  ['5 % 0', 'In "5 % 0": the remainder of a division by zero does not exist.', ''],
  ['1e70 % 7', 'In "1e+70 % 7": a remainder is known only where', ''],
  ['(-1)!', 'In "(-1)!": factorial has no value there', ''],
  ['combinations(5, 2.5)', 'In "combinations(5, 2.5)": combinations takes whole numbers only.', ''],
  ['combinations(2, 5)', 'In "combinations(2, 5)": combinations(n, k) needs n >= k >= 0.', ''],
  ['mean([])', 'In "mean([])": ', ''],
  ['NaN', 'Column 1: NaN cannot be calculated with.', ''],
  ['1 + Infinity', 'Column 5: Infinity cannot be calculated with.', ''],
  ['null', 'Column 1: null cannot be calculated with.', ''],
  ['undefined', 'Column 1: undefined cannot be calculated with.', ''],
  [
    `0.${'3'.repeat(65)}`,
    'In the expression: a number has 65 digits: at most 64 can be calculated with.',
    '',
  ],
  ['0xff & 0x0f', 'Column 6: the operator & is not available.', ''],
  ["5'", "Column 2: the operator ' is not available.", ''],
] as const;

test.each(mistakes)('calculator: %j is refused: %s', async (expression, message, suggestion) => {
  const error = await failure(expression);
  expect(error.code).toBe('E_TOOL');
  expect(error.message).toStartWith(message);
  expect(error.suggestion).toContain(suggestion);
});

const invalid = [
  {},
  { expression: '' },
  { expression: 5 },
  { expression: '1', x: 1 },
  { expression: '1'.repeat(4001) },
];

test.each(invalid)('calculator: the arguments %j do not reach it', async (args) => {
  expect((await call('calculator__evaluate', args)).error?.code).toBe('E_TOOL_INVALID_ARGS');
});
