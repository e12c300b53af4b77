import type { Environment } from '@goondan/core';
import type { Output } from '../output/output.ts';
import type { OptionReader } from './option-reader.ts';

/** One start of a command: what was typed, and what surrounds it. */
export interface Invocation {
  /** Those that were given, in order. */
  readonly operands: readonly string[];
  readonly options: OptionReader;
  readonly output: Output;
  readonly cwd: string;
  readonly env: Environment;
}
