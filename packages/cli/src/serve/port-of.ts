import type { OptionReader } from '../command/option-reader.ts';
import { UsageError } from '../error/usage-error.ts';

/** The port that a flag names; 0, any that is free, without it. Throws `E_USAGE`. */
export function portOf(options: OptionReader, flag = 'port'): number {
  const given = options.text(flag);
  if (given === undefined) return 0;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(
    `--${flag} must be a number from 0 to 65535, got '${given}'`,
    '0 takes any that is free.',
  );
}
