import { availableParallelism, loadavg } from 'node:os';
import type { RunReport } from './run-in-process.ts';
import { scenarios } from './scenarios.ts';

const head = [
  'scenario',
  'events',
  'kills',
  'other faults',
  'lost',
  'double starts',
  'orphans',
  'broken promises',
  's',
];

/** The rows of the table, with what they come to at the end. */
function rowsOf(reports: readonly RunReport[]): string[][] {
  const rows = reports.map((report) => [
    report.name,
    report.events,
    report.kills,
    otherFaults(report),
    report.lost,
    report.doubleStarts,
    report.orphans,
    report.violations.length,
    Math.round(report.seconds),
  ]);
  const sums = head
    .slice(1)
    .map((_, index) => rows.reduce((sum, row) => sum + Number(row[index + 1] ?? 0), 0));
  return [head, ...rows.map((row) => row.map(String)), ['all', ...sums.map(String)]];
}

/** The table as a terminal shows it. */
export function textTable(reports: readonly RunReport[]): string {
  const rows = rowsOf(reports);
  const widths = head.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** A page with the table and what each scenario did. */
export function markdownPage(
  reports: readonly RunReport[],
  { command, seed }: { command: string; seed: number },
): string {
  const [top = [], ...rows] = rowsOf(reports);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [load = 0] = loadavg();
  const details = reports.map(
    ({ name, faults, counts }) =>
      `- **${name}**: ${scenarios[name]?.about ?? ''}. Faults: ${listOf(faults)}. Seen: ${listOf(counts)}.`,
  );
  return [
    '# Chaos: the latest run',
    '',
    `Written by \`${command}\` (seed ${seed}, ${availableParallelism()} processors, load ${load.toFixed(1)} at the end, Bun ${Bun.version}). What each column`,
    'is held against is told in [Guarantees](../explanation/guarantees.md).',
    '',
    line(top),
    line(top.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
    '',
    ...details,
    '',
  ].join('\n');
}

function otherFaults({ faults, kills }: RunReport): number {
  return Math.max(0, Object.values(faults).reduce((sum, count) => sum + count, 0) - kills);
}

function listOf(counts: Readonly<Record<string, number | string>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
