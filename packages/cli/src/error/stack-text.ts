import { terminalText } from '../output/terminal-text.ts';

/** Where a failure comes from, and what it comes from in turn: for `--debug` alone. */
export function stackText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return terminalText(String(thrown));
  const own = terminalText(thrown.stack ?? `${thrown.name}: ${thrown.message}`);
  return thrown.cause === undefined ? own : `${own}\nbecause of ${stackText(thrown.cause)}`;
}
