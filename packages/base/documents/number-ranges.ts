import { JobFailure } from '../contained/job.ts';

/** A span of numbers, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Reads `1-3,8,10-` for things numbered from 1 to `total`. Throws where it says nothing, or names only what is not there. */
export function spansOf(text: string, total: number, things: string): Span[] {
  const spans = text.split(',').map((part) => {
    const [, from = '', dash = '', to = ''] = /^\s*(\d{0,7})\s*(-?)\s*(\d{0,7})\s*$/.exec(part) ?? [];
    const start = from === '' ? 1 : Number(from);
    const end = to === '' ? (dash === '' ? start : total) : Number(to);
    if ((from === '' && to === '') || start < 1 || start > end)
      throw new JobFailure(
        'E_TOOL_INVALID_ARGS',
        `${JSON.stringify(text)} names no ${things}.`,
        `Write ${things} as "1-3", "2,5" or "10-"; they are counted from 1.`,
      );
    if (start > total)
      throw new JobFailure(
        'E_DOCUMENT_PART',
        `There are ${total} ${things}; ${part.trim()} is beyond the last.`,
        `Ask for ${things} from 1 to ${total}.`,
      );
    return { from: start, to: Math.min(end, total) };
  });
  return spans;
}

/** Numbers in their order as a model writes them: `1-3,8`. */
export function rangeText(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const last = spans.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
