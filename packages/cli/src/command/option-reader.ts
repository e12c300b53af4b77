import { UsageError } from '../error/usage-error.ts';

/** Reads the flags of a command by their long name. */
export interface OptionReader {
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** All values of a repeatable flag. */
  texts(name: string): readonly string[];
  /** A number over zero. Throws `E_USAGE` when it is none. */
  amount(name: string): number | undefined;
}

/** A reader of what commander has parsed. */
export function optionReader(values: Readonly<Record<string, unknown>>): OptionReader {
  const text = (name: string): string | undefined => {
    const value = values[attributeOf(name)];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    flag: (name) => values[attributeOf(name)] === true,
    text,
    texts: (name) => {
      const value = values[attributeOf(name)];
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    },
    amount: (name) => {
      const given = text(name);
      if (given === undefined) return undefined;
      const amount = given.trim() === '' ? Number.NaN : Number(given);
      if (Number.isFinite(amount) && amount > 0) return amount;
      throw new UsageError(`--${name} must be a number over 0, got '${given}'`);
    },
  };
}

/** Commander keeps `--state-root` as `stateRoot`. */
function attributeOf(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
