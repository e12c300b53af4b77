import { pad } from './pad.ts';

/** Rows in columns: every column but the last is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Bun.stringWidth(cell));
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
