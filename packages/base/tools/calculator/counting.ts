import type { BigNumber, MathJsInstance } from 'mathjs';
import { calculation, type Calculation } from './calculation.ts';
import { expressionError } from './expression-error.ts';
import { wholeNumber } from './whole-number.ts';

/** Functions of whole numbers that take no more steps than a result below the largest number needs. */
export function countingFunctions(math: MathJsInstance): Record<string, Calculation> {
  const anyGamma = calculation(math, 'gamma');

  const counted = (name: string, n: unknown, k: unknown): [BigNumber, BigNumber] => {
    const [all, some] = [wholeNumber(math, name, n), wholeNumber(math, name, k)];
    if (some.lt(0) || all.lt(some)) throw expressionError(`${name}(n, k) needs n >= k >= 0.`);
    return [all, some];
  };
  /** n (n-1) (n-2) … of `count` factors. */
  const product = (n: BigNumber, count: BigNumber): BigNumber => {
    let result = math.bignumber(1);
    for (let step = 0; count.gt(step) && result.isFinite(); step += 1) result = result.times(n.minus(step));
    return result;
  };
  const choose = (n: BigNumber, k: BigNumber): BigNumber => {
    const fewer = k.gt(n.minus(k)) ? n.minus(k) : k;
    let result = math.bignumber(1);
    for (let step = 1; fewer.gte(step) && result.isFinite(); step += 1) {
      result = result.times(n.minus(step - 1)).dividedBy(step);
    }
    return result;
  };
  const factorial = (name: string, n: unknown): unknown => {
    if (!math.isBigNumber(n)) throw expressionError(`${name} takes a number without a unit.`);
    if (n.isInteger() && n.lt(0))
      throw expressionError(`${name} has no value there: a negative whole number.`);
    if (n.isInteger()) return product(n, n);
    // Only the whole ones are known exactly; the others come with the digits of a double.
    const approximate = anyGamma(n.plus(1).toNumber());
    return typeof approximate === 'number' ? math.bignumber(String(approximate)) : approximate;
  };

  return {
    factorial: (n) => factorial('factorial', n),
    gamma: (n) => factorial('gamma', math.isBigNumber(n) ? n.minus(1) : n),
    combinations: (n, k) => choose(...counted('combinations', n, k)),
    permutations: (n, k = n) => product(...counted('permutations', n, k)),
  };
}
