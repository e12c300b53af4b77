import { exactDigits } from './calculation.ts';
import type { Calculated } from './render.ts';

/** A decimal number, exactly: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const longestExpression = 200;
const token = / *(\d+(?:\.\d+)?|[-+*/()]|$)/y;

/**
 * The result of plain decimal numbers with + - * / and parentheses where it is exact; undefined for everything else, mistakes too. It is what
 * mathjs says of them, without loading it: that takes longer than all the rest of a call.
 */
export function simpleArithmetic(expression: string): Calculated | undefined {
  if (expression.length > longestExpression) return undefined;
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  const result = sumOf(tokens);
  return result === undefined || tokens.length > 0 ? undefined : calculated(result);
}

function tokensOf(expression: string): string[] | undefined {
  const tokens: string[] = [];
  for (token.lastIndex = 0; ;) {
    const [, found] = token.exec(expression) ?? [];
    if (found === undefined) return undefined;
    if (found === '') return tokens;
    tokens.push(found);
  }
}

function sumOf(tokens: string[]): Decimal | undefined {
  let sum = productOf(tokens);
  while (sum !== undefined && (tokens[0] === '+' || tokens[0] === '-')) {
    const isSum = tokens.shift() === '+';
    const next = productOf(tokens);
    sum = next === undefined ? undefined : added(sum, isSum ? next : negated(next));
  }
  return sum;
}

function productOf(tokens: string[]): Decimal | undefined {
  let product = factorOf(tokens);
  while (product !== undefined && (tokens[0] === '*' || tokens[0] === '/')) {
    const isProduct = tokens.shift() === '*';
    const next = factorOf(tokens);
    if (next === undefined) return undefined;
    product = isProduct ? multiplied(product, next) : divided(product, next);
  }
  return product;
}

function factorOf(tokens: string[]): Decimal | undefined {
  const first = tokens.shift();
  if (first === '+') return factorOf(tokens);
  if (first === '-') {
    const value = factorOf(tokens);
    return value === undefined ? undefined : negated(value);
  }
  if (first !== '(') return numberOf(first);
  const inner = sumOf(tokens);
  return tokens.shift() === ')' ? inner : undefined;
}

function numberOf(text: string | undefined): Decimal | undefined {
  if (text === undefined || !/^\d/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return exact({ digits: BigInt(whole + fraction), scale: fraction.length });
}

function negated({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale };
}

function added(one: Decimal, other: Decimal): Decimal | undefined {
  const scale = Math.max(one.scale, other.scale);
  return exact({ digits: scaledTo(one, scale) + scaledTo(other, scale), scale });
}

function multiplied(one: Decimal, other: Decimal): Decimal | undefined {
  return exact({ digits: one.digits * other.digits, scale: one.scale + other.scale });
}

/** Only where the quotient has an end. */
function divided(one: Decimal, other: Decimal): Decimal | undefined {
  if (other.digits === 0n) return undefined;
  const dividend = scaledTo(one, one.scale + other.scale + exactDigits);
  const divisor = other.digits * 10n ** BigInt(one.scale);
  if (dividend % divisor !== 0n) return undefined;
  return exact({ digits: dividend / divisor, scale: exactDigits });
}

function scaledTo({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

/** Without zeros at its end; undefined where it has more digits than are sure to be right. */
function exact({ digits, scale }: Decimal): Decimal | undefined {
  let [left, places] = [digits, scale];
  while (places > 0 && left % 10n === 0n) [left, places] = [left / 10n, places - 1];
  const isExact = String(left < 0n ? -left : left).length <= exactDigits && places <= exactDigits;
  return isExact ? { digits: left, scale: places } : undefined;
}

function calculated({ digits, scale }: Decimal): Calculated {
  if (scale === 0) {
    const text = String(digits);
    const isSafe = BigInt(Number.MIN_SAFE_INTEGER) <= digits && digits <= BigInt(Number.MAX_SAFE_INTEGER);
    return { value: isSafe ? Number(digits) : text, text };
  }
  const value = Number(`${digits}e-${scale}`);
  return { value, text: String(value) };
}
