import type { Job } from '../../contained/job.ts';
import { matchLines, type LineMatch } from './match-lines.ts';

/** Texts to match, and the expression. */
export interface ExpressionInput {
  readonly source: string;
  readonly flags: string;
  /** How many bytes of UTF-8 each text takes. */
  readonly lengths: readonly number[];
  readonly limit: number;
}

/** Matches a regular expression, which may take nearly endless time, against the lines of texts; answers for each of them. */
export const job: Job<ExpressionInput, LineMatch[][]> = {
  file: import.meta.path,
  run: ({ source, flags, lengths, limit }, bytes) => {
    const expression = new RegExp(source, flags);
    const decoder = new TextDecoder();
    let [start, left] = [0, limit];
    return lengths.map((length) => {
      const text = decoder.decode(bytes.subarray(start, start + length));
      start += length;
      const matches = matchLines(text, (line) => line.search(expression), left);
      left -= matches.length;
      return matches;
    });
  },
};
