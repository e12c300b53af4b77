import { rangeText, spansOf } from '../number-ranges.ts';

/** A table of text; rows may differ in length. */
export type Table = readonly (readonly string[])[];

/** The part of a table that is shown. */
export interface ShownTable {
  readonly markdown: string;
  readonly total: number;
  readonly read: string;
  readonly truncated: boolean;
  /** The rows to ask for next. */
  readonly next?: string;
}

const mostRows = 1000;
const mostColumns = 200;

/** Rows as a Markdown table, the first of all as its head; of those that `rows` names, or the first thousand, as many as fit into `maxChars`. */
export function markdownTable(
  table: Table,
  limits: { readonly rows?: string | undefined; readonly maxChars: number },
): ShownTable {
  const total = table.length;
  if (total === 0) return { markdown: '', total, read: '', truncated: false };
  const wanted =
    limits.rows === undefined
      ? [{ from: 1, to: Math.min(total, mostRows) }]
      : spansOf(limits.rows, total, 'rows');
  const width = Math.min(
    mostColumns,
    table.reduce((most, row) => Math.max(most, row.length), 1),
  );
  const head = [
    lineOf(table[0] ?? [], width),
    `| ${Array.from({ length: width }, () => '---').join(' | ')} |`,
  ];
  const lines = [...head];
  const read: number[] = [];
  let length = head.join('\n').length;
  for (const { from, to } of wanted) {
    for (let number = from; number <= to; number += 1) {
      const line = number === 1 ? '' : lineOf(table[number - 1] ?? [], width);
      length += line.length + 1;
      // One row at least, else asking for the next would never come further.
      if (length > limits.maxChars && read.length > 0) return shown(number);
      read.push(number);
      if (number > 1) lines.push(line);
    }
  }
  const last = read.at(-1) ?? 0;
  return shown(limits.rows === undefined && last < total ? last + 1 : undefined);

  function shown(next: number | undefined): ShownTable {
    const more = next === undefined ? {} : { next: `${next}-${total}` };
    return {
      markdown: lines.join('\n'),
      total,
      read: rangeText(read),
      truncated: next !== undefined,
      ...more,
    };
  }
}

function lineOf(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => cellText(row[index] ?? ''));
  return `| ${cells.join(' | ')} |`;
}

function cellText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\r?\n\s*/g, '<br>')
    .trim();
}
