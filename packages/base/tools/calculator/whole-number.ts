import type { BigNumber, MathJsInstance } from 'mathjs';
import { exactDigits } from './calculation.ts';
import { expressionError } from './expression-error.ts';

/** The argument of a function of whole numbers, of which every digit is known; throws when it is none. */
export function wholeNumber(math: MathJsInstance, name: string, value: unknown): BigNumber {
  if (!math.isBigNumber(value) || !value.isInteger()) {
    throw expressionError(`${name} takes whole numbers only.`);
  }
  if (value.abs().lt(`1e${exactDigits}`)) return value;
  throw expressionError(`${name} takes numbers of at most ${exactDigits} digits.`);
}
