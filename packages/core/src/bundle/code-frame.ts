import type { Finding } from './finding.ts';
import { paint } from './paint.ts';
import { printable } from './printable.ts';

const gutterWidth = 5;
const longestLead = 60;
const longestMark = 50;
const longestLine = 110;

/** The line before, the line itself, and a caret line with the hint, aligned by terminal cells; nothing where there is no text to show. */
export function codeFrame(finding: Finding, lines: readonly string[], color: boolean): string[] {
  const text = lines[finding.line - 1] ?? '';
  const before = lines[finding.line - 2] ?? '';
  const hint = finding.hint === undefined ? '' : ` ${printable(finding.hint)}`;
  if (text === '') return hint === '' ? [] : [gutter('', color).trimEnd() + hint];
  const { lead, mark, rest } = cutLine(text, finding);
  const carets = '^'.repeat(Math.max(1, Bun.stringWidth(mark)));
  const caretLine = paint(carets + hint, finding.severity === 'error' ? 'red' : 'yellow', color);
  return [
    ...(/^(?:---)?\s*$/.test(before)
      ? []
      : [gutter(finding.line - 1, color) + firstCells(printable(before), longestLine)]),
    gutter(finding.line, color) + lead + mark + rest,
    `${gutter('', color)}${' '.repeat(Bun.stringWidth(lead))}${caretLine}`,
  ];
}

function gutter(label: number | string, color: boolean): string {
  return `${paint(`${String(label).padStart(gutterWidth)} |`, 'dim', color)} `;
}

/** The parts of a line before, in and after the finding, each cut so that a long line stays readable. */
function cutLine(
  text: string,
  { line, column, endLine, endColumn }: Finding,
): { lead: string; mark: string; rest: string } {
  const end = endLine === line ? endColumn - 1 : text.length;
  const isShort = Bun.stringWidth(printable(text)) <= longestLine;
  const lead = lastCells(printable(text.slice(0, column - 1)), isShort ? longestLine : longestLead);
  const mark = firstCells(printable(text.slice(column - 1, end)), longestMark);
  const left = Math.max(1, longestLine - Bun.stringWidth(lead + mark));
  return { lead, mark, rest: mark.endsWith('…') ? '' : firstCells(printable(text.slice(end)), left) };
}

function firstCells(text: string, cells: number): string {
  return Bun.sliceAnsi(text, 0, cells, { ellipsis: '…' });
}

function lastCells(text: string, cells: number): string {
  return Bun.stringWidth(text) <= cells ? text : Bun.sliceAnsi(text, -cells, undefined, { ellipsis: '…' });
}
