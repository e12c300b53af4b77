import type { Job } from '../../contained/job.ts';

/** What is done to the lines, as the tool takes it. */
interface LineSteps {
  readonly separator?: string | undefined;
  readonly trim?: boolean | undefined;
  readonly dropEmpty?: boolean | undefined;
  readonly contains?: string | undefined;
  readonly unique?: boolean | undefined;
  readonly sort?: 'text' | 'number' | undefined;
  readonly reverse?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly number?: boolean | undefined;
  readonly join?: string | undefined;
}

interface Lines {
  readonly text: string;
  readonly count: number;
  readonly before: number;
}

/** Does the steps in their order. */
export const job: Job<{ readonly text: string; readonly steps: LineSteps }, Lines> = {
  file: import.meta.path,
  run({ text, steps }) {
    const all = partsOf(text, steps.separator);
    const { contains } = steps;
    const trimmed = steps.trim === true ? all.map((line) => line.trim()) : all;
    const kept = trimmed
      .filter((line) => steps.dropEmpty !== true || line.trim() !== '')
      .filter((line) => contains === undefined || line.includes(contains));
    const unique = steps.unique === true ? [...new Set(kept)] : kept;
    const sorted = steps.sort === undefined ? unique : sortedBy(steps.sort, unique);
    const ordered = steps.reverse === true ? sorted.toReversed() : sorted;
    const taken = ordered.slice((steps.from ?? 1) - 1, steps.to);
    const shown = steps.number === true ? taken.map((line, index) => `${index + 1}. ${line}`) : taken;
    return { text: shown.join(steps.join ?? '\n'), count: taken.length, before: all.length };
  },
};

/** The end of the last line begins no further one. */
function partsOf(text: string, separator: string | undefined): string[] {
  if (separator !== undefined) return text.split(separator);
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function sortedBy(sort: 'text' | 'number', lines: readonly string[]): string[] {
  if (sort === 'text') {
    const { compare } = new Intl.Collator('ko');
    return lines.toSorted(compare);
  }
  const numbered = lines.map((line) => ({ line, number: numberIn(line) }));
  return numbered.toSorted((a, b) => compareNumbers(a.number, b.number)).map(({ line }) => line);
}

/** Lines without a number come last, in their order. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

function numberIn(line: string): number {
  const found = /-?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(line)?.[0];
  return found === undefined ? Number.NaN : Number(found.replaceAll(',', ''));
}
