import type { BigNumber, MathJsInstance } from 'mathjs';
import { calculation, exactDigits, type Calculation } from './calculation.ts';
import { countingFunctions } from './counting.ts';
import { divisionFunctions } from './division.ts';
import { expressionError } from './expression-error.ts';

/** Numbers beyond 1e1000 are too large: no single step may take time or memory without end. */
const largestExponent = 1000;
/** Above it `exp` is beyond the largest number, or nothing. */
const largestLogarithm = 2303;

/** Sets mathjs up for exact numbers, and replaces what in it is endlessly slow, or wrong, for some of them. */
export function restrict(math: MathJsInstance): void {
  math.config({ number: 'BigNumber', precision: exactDigits, relTol: 1e-60, absTol: 1e-60 });
  const { constructor } = math.bignumber(0);
  Reflect.apply(calculation(constructor, 'config'), constructor, [
    { maxE: largestExponent, minE: -largestExponent },
  ]);
  const replaced = {
    ...exponentials(math),
    ...angles(math),
    ...divisionFunctions(math),
    ...countingFunctions(math),
  };
  math.import(replaced, { override: true });
}

/** Their series need seconds where the result is too large anyway. */
function exponentials(math: MathJsInstance): Record<string, Calculation> {
  const [anyExp, anyPow, anyLog] = ['exp', 'pow', 'log'].map((name) => calculation(math, name));
  const bounded = (logarithm: BigNumber, result: () => BigNumber): BigNumber => {
    if (logarithm.gt(largestLogarithm)) return math.bignumber(Infinity);
    return logarithm.lt(-largestLogarithm) ? math.bignumber(0) : result();
  };
  const exp = (value: BigNumber): BigNumber => bounded(value, () => value.exp());
  const pow = (base: BigNumber, exponent: BigNumber): unknown => {
    if (exponent.isInteger() && exponent.abs().lte(Number.MAX_SAFE_INTEGER)) return base.pow(exponent);
    if (!base.gt(0)) return anyPow?.(base, exponent);
    return bounded(base.ln().times(exponent), () => base.pow(exponent));
  };
  const hyperbolic = (name: string, of: (up: BigNumber, down: BigNumber) => BigNumber): Calculation => {
    const original = calculation(math, name);
    return (value) => (math.isBigNumber(value) ? of(exp(value), exp(value.negated())) : original(value));
  };
  return {
    exp: (value) => (math.isBigNumber(value) ? exp(value) : anyExp?.(value)),
    pow: (base, exponent) =>
      math.isBigNumber(base) && math.isBigNumber(exponent) ? pow(base, exponent) : anyPow?.(base, exponent),
    ln: (value) => anyLog?.(value),
    sinh: hyperbolic('sinh', (up, down) => up.minus(down).dividedBy(2)),
    cosh: hyperbolic('cosh', (up, down) => up.plus(down).dividedBy(2)),
    tanh: hyperbolic('tanh', (up, down) => {
      if (!up.isFinite() || !down.isFinite()) return math.bignumber(up.isFinite() ? -1 : 1);
      return up.minus(down).dividedBy(up.plus(down));
    }),
  };
}

/** sin(pi) is 0 for a person: what is left is the rounding of pi. And an angle of a thousand digits would need as many of pi. */
function angles(math: MathJsInstance): Record<string, Calculation> {
  const replaced = ['sin', 'cos', 'tan'].map((name): [string, Calculation] => {
    const original = calculation(math, name);
    return [
      name,
      (angle) => {
        const isNumber = math.isBigNumber(angle);
        if (isNumber && angle.abs().gt(1e30)) throw expressionError(`${name} takes angles up to 1e30.`);
        const result = original(angle);
        if (!math.isBigNumber(result)) return result;
        if (result.abs().gt(1e30)) throw expressionError('tan has no value at this angle.');
        return result.abs().lt(1e-60) && !(isNumber && angle.abs().lt(1)) ? math.bignumber(0) : result;
      },
    ];
  });
  return Object.fromEntries(replaced);
}
