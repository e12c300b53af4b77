/** A function of mathjs, which takes values of many kinds. */
export type Calculation = (...values: unknown[]) => unknown;

/** How many digits of a whole number are sure to be right. */
export const exactDigits = 64;

/** A function of mathjs by its name. */
export function calculation(owner: object, name: string): Calculation {
  const found: unknown = Reflect.get(owner, name);
  if (!isCalculation(found)) throw new TypeError(`mathjs has no ${name}.`);
  return found;
}

function isCalculation(value: unknown): value is Calculation {
  return typeof value === 'function';
}
