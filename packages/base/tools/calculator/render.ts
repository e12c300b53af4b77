import type { BigNumber, Complex, MathJsInstance, Unit } from 'mathjs';
import { exactDigits } from './calculation.ts';
import { expressionError } from './expression-error.ts';

/** What a calculation comes to. */
export interface Calculated {
  readonly value: number | boolean | string;
  /** The value as a person writes it. */
  readonly text: string;
}

/** Brings a result of mathjs to JSON, or throws where it has no finite value. */
export function render(math: MathJsInstance, result: unknown): Calculated {
  if (typeof result === 'boolean') return { value: result, text: String(result) };
  if (typeof result === 'number') return render(math, math.bignumber(String(result)));
  if (math.isBigNumber(result)) return renderNumber(result);
  if (math.isComplex(result)) return renderComplex(math, result);
  if (math.isUnit(result)) return renderUnit(math, result);
  throw expressionError('the result is not a number.');
}

function renderNumber(number: BigNumber): Calculated {
  if (number.isNaN()) throw expressionError('the result is undefined.');
  if (!number.isFinite()) throw expressionError('the result is infinite, or beyond 1e1000.');
  // A reader of JSON would round a larger one, and show wrong digits.
  if (number.isInteger() && number.abs().lt(`1e${exactDigits}`)) {
    const text = number.isZero() ? '0' : number.toFixed();
    return { value: number.abs().lte(Number.MAX_SAFE_INTEGER) ? number.toNumber() + 0 : text, text };
  }
  const value = number.toNumber();
  if (Number.isFinite(value) && value !== 0) return { value, text: String(value) };
  const text = number.toSignificantDigits(17).toString();
  return { value: text, text };
}

function renderComplex(math: MathJsInstance, { re, im }: Complex): Calculated {
  if (!Number.isFinite(re) || !Number.isFinite(im))
    throw expressionError('the result is infinite or undefined.');
  // What is left of a rounding is not a part of the number.
  const residue = 1e-15 * Math.max(Math.abs(re), Math.abs(im));
  const [real, imaginary] = [re, im].map((part) =>
    Math.abs(part) <= residue ? 0 : Number(part.toPrecision(15)),
  );
  if (imaginary === 0) return render(math, real);
  const text = math.complex(real ?? 0, imaginary ?? 0).toString();
  return { value: text, text };
}

function renderUnit(math: MathJsInstance, given: Unit): Calculated {
  const written = given.formatUnits();
  if (given.toJSON()['value'] === null) {
    throw expressionError(`${written} is a unit without a number.`, `Write 1 ${written}.`);
  }
  // What was converted by `to` stays as it was asked for.
  const unit = given.fixPrefix ? given : given.simplify();
  const name = unit.formatUnits();
  const number: unknown = unit.toNumeric(name);
  const { value, text } = render(math, number);
  return name === '' ? { value, text } : { value, text: `${text} ${name}` };
}
