import { inspect } from 'node:util';

/** A console whose lines are kept. */
export interface MemoryConsole {
  readonly logger: Console;
  readonly text: () => string;
}

/** Makes one. */
export function memoryConsole(): MemoryConsole {
  const lines: string[] = [];
  const keep = (...shown: unknown[]): void => {
    lines.push(shown.map((one) => (typeof one === 'string' ? one : inspect(one))).join(' '));
  };
  const logger = { ...console, log: keep, info: keep, warn: keep, error: keep, debug: keep, trace: keep };
  return { logger, text: () => lines.join('\n') };
}
