import type { Job } from '../../contained/job.ts';
import { lineEdits, type Edit } from './line-edits.ts';

interface DiffInput {
  readonly before: string;
  readonly after: string;
  readonly context: number;
  readonly name: string;
}

interface Diff {
  readonly equal: boolean;
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

/** Writes a unified diff of two texts. */
export const job: Job<DiffInput, Diff> = {
  file: import.meta.path,
  run({ before, after, context, name }) {
    const edits = lineEdits(linesOf(before), linesOf(after));
    const added = edits.filter(({ sign }) => sign === '+').length;
    const removed = edits.filter(({ sign }) => sign === '-').length;
    if (added + removed === 0) return { equal: true, diff: '', added, removed };
    const hunks = hunksOf(edits, context).map(written);
    return { equal: false, diff: `--- a/${name}\n+++ b/${name}\n${hunks.join('')}`, added, removed };
  },
};

/** Lines with their ends: one without differs from one with. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

interface Hunk {
  readonly edits: readonly Edit[];
  readonly beforeLine: number;
  readonly afterLine: number;
}

/** Changes with the equal lines around them; those whose surroundings touch are one hunk. */
function hunksOf(edits: readonly Edit[], context: number): Hunk[] {
  const changed = edits.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const ranges: [start: number, end: number][] = [];
  for (const index of changed) {
    const [start, end] = [Math.max(0, index - context), Math.min(edits.length, index + context + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else ranges.push([start, end]);
  }
  let [seen, beforeLine, afterLine] = [0, 1, 1];
  return ranges.map(([start, end]) => {
    for (; seen < start; seen += 1) {
      if (edits[seen]?.sign !== '+') beforeLine += 1;
      if (edits[seen]?.sign !== '-') afterLine += 1;
    }
    return { edits: edits.slice(start, end), beforeLine, afterLine };
  });
}

function written({ edits, beforeLine, afterLine }: Hunk): string {
  const before = edits.filter(({ sign }) => sign !== '+').length;
  const after = edits.filter(({ sign }) => sign !== '-').length;
  const head = `@@ -${range(beforeLine, before)} +${range(afterLine, after)} @@\n`;
  return (
    head +
    edits
      .map(
        ({ sign, line }) => sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`),
      )
      .join('')
  );
}

/** Where there is no line, the one before is named. */
function range(line: number, count: number): string {
  if (count === 1) return String(line);
  return `${count === 0 ? line - 1 : line},${count}`;
}
