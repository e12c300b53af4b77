import type { Job } from '../../contained/job.ts';
import { matchesOf, regularExpression, type Pattern } from './pattern.ts';
import { filledReplacement } from './filled-replacement.ts';

interface ReplaceInput {
  readonly text: string;
  readonly pattern: Pattern;
  /** The pattern and the replacement are meant as they stand. */
  readonly isLiteral: boolean;
  readonly replacement: string;
  readonly limit: number | null;
}

/** Replaces matches from the start of a text. */
export const job: Job<ReplaceInput, { readonly text: string; readonly count: number }> = {
  file: import.meta.path,
  run({ text, pattern, isLiteral, replacement, limit }) {
    const source = isLiteral ? pattern.source.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : pattern.source;
    const parts: string[] = [];
    let [end, count] = [0, 0];
    for (const match of matchesOf(regularExpression({ ...pattern, source }), text)) {
      parts.push(
        text.slice(end, match.index),
        isLiteral ? replacement : filledReplacement(replacement, match),
      );
      end = match.index + match[0].length;
      count += 1;
      if (count === limit) break;
    }
    return { text: parts.join('') + text.slice(end), count };
  },
};
