import type { BigNumber, MathJsInstance } from 'mathjs';
import { exactDigits, type Calculation } from './calculation.ts';
import { expressionError } from './expression-error.ts';
import { wholeNumber } from './whole-number.ts';

/**
 * Remainders and divisors. Those of mathjs take the remainder of a division by zero for the number itself, guess where
 * they have too few digits, and are a third of its time to start.
 */
export function divisionFunctions(math: MathJsInstance): Record<string, Calculation> {
  const remainder = (value: BigNumber, by: BigNumber): BigNumber => {
    if (by.isZero()) throw expressionError('the remainder of a division by zero does not exist.');
    if (value.abs().gte(by.abs().times(`1e${exactDigits}`))) {
      throw expressionError(
        `a remainder is known only where the quotient has at most ${exactDigits} digits.`,
      );
    }
    const rest = value.mod(by);
    return rest.isZero() || rest.isNegative() === by.isNegative() ? rest : rest.plus(by);
  };
  const divisor = (one: BigNumber, other: BigNumber): BigNumber => {
    let [larger, smaller] = [one.abs(), other.abs()];
    while (!smaller.isZero()) [larger, smaller] = [smaller, larger.mod(smaller)];
    return larger;
  };
  const multiple = (one: BigNumber, other: BigNumber): BigNumber => {
    if (one.isZero() || other.isZero()) return math.bignumber(0);
    return wholeNumber(math, 'lcm', one.dividedBy(divisor(one, other)).times(other).abs());
  };
  const folded =
    (name: string, fold: (one: BigNumber, other: BigNumber) => BigNumber): Calculation =>
    (...values) => {
      const [first, ...others] = values.map((value) => wholeNumber(math, name, value));
      if (first === undefined || others.length === 0)
        throw expressionError(`${name} takes two numbers or more.`);
      return others.reduce(fold, first);
    };
  return {
    mod: (value, by) => {
      if (math.isBigNumber(value) && math.isBigNumber(by)) return remainder(value, by);
      throw expressionError('mod takes numbers without a unit.');
    },
    gcd: folded('gcd', divisor),
    lcm: folded('lcm', multiple),
  };
}
