import { duration } from './duration.ts';
import type { Output } from './output.ts';
import { oneLine } from './terminal-text.ts';

/** Says on a terminal's stderr, each second, that something goes on. Answers what ends that. */
export function showProgress(output: Output, what: string, tickMs = 1000): () => void {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    output.status(`${oneLine(what, 60)} … ${duration(Math.floor((Date.now() - startedAt) / 1000) * 1000)}`);
  }, tickMs);
  return () => {
    clearInterval(timer);
    output.status('');
  };
}
