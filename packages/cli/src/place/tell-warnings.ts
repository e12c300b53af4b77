import { formatFindings } from '@goondan/core/bundle';
import type { Swarm } from '@goondan/runtime';
import type { Output } from '../output/output.ts';

/** Says on stderr, with place and fix, what is doubtful in a bundle that is about to run, such as a variable that is not set. */
export function tellWarnings({ warnings }: Swarm, output: Output): void {
  const text = formatFindings(warnings, { color: output.isColored });
  if (text !== '') output.note(text);
}
