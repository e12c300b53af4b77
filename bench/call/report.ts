import { cpus } from 'node:os';
import { z } from 'zod';
import { checkSchema } from './check.ts';
import type { Samples } from './measure.ts';
import { names } from './names.ts';
import { median, quantile } from './statistics.ts';

/** Where the numbers come from. */
const machineSchema = z.object({ bun: z.string(), cpu: z.string(), cores: z.number() });

/** One row of the table; times in nanoseconds a call. */
const rowSchema = z.object({
  name: z.string(),
  medianNs: z.number(),
  p10: z.number(),
  p90: z.number(),
  ratioToFloor: z.number(),
});

/** What `--json` prints. */
export const reportSchema = z.object({
  machine: machineSchema,
  contestants: z.array(rowSchema),
  checks: z.array(checkSchema),
});

/** The machine that was measured on. */
export type Machine = z.infer<typeof machineSchema>;
/** One row of the table. */
export type Row = z.infer<typeof rowSchema>;
/** See `reportSchema`. */
export type Report = z.infer<typeof reportSchema>;

/** This machine. */
export function describeMachine(): Machine {
  const processors = cpus();
  return { bun: Bun.version, cpu: processors[0]?.model ?? 'unknown', cores: processors.length };
}

/** The rows of the table, in the order of the samples. */
export function rowsOf(samples: readonly Samples[]): Row[] {
  const floor = median(samples.find((each) => each.name === names.floor)?.nanoseconds ?? []);
  return samples.map(({ name, nanoseconds }) => ({
    name,
    medianNs: Math.round(median(nanoseconds)),
    p10: Math.round(quantile(nanoseconds, 0.1)),
    p90: Math.round(quantile(nanoseconds, 0.9)),
    ratioToFloor: roundTo(median(nanoseconds) / floor, 3),
  }));
}

/** What one contestant costs more than another, round by round; undefined when one of them did not run. */
export function difference(
  samples: readonly Samples[],
  parts: { name: string; of: string; minus: string },
): Samples | undefined {
  const whole = samples.find((each) => each.name === parts.of);
  const part = samples.find((each) => each.name === parts.minus);
  if (whole === undefined || part === undefined) return undefined;
  const nanoseconds = whole.nanoseconds.map(
    (value, round) => value - (part.nanoseconds[round] ?? Number.NaN),
  );
  return { name: parts.name, nanoseconds };
}

/** The report for people. */
export function formatReport(report: Report): string {
  const rows = report.contestants.map((row) => [
    row.name,
    microseconds(row.medianNs),
    microseconds(row.p10),
    microseconds(row.p90),
    `${row.ratioToFloor.toFixed(2)} ×`,
  ]);
  const checks = report.checks.map((check) => [
    check.ok ? 'ok' : 'BROKEN',
    check.name,
    check.limit,
    check.got.toFixed(3),
  ]);
  return [
    formatMachine(report.machine),
    formatTable([['contestant', 'median µs', 'p10', 'p90', 'of floor'], ...rows]),
    formatTable([['', 'check', 'limit', 'got'], ...checks]),
  ].join('\n\n');
}

/** One line about the machine. */
export function formatMachine({ bun, cpu, cores }: Machine): string {
  return `Bun ${bun} · ${cpu} · ${cores} cores`;
}

/** Columns under their heads: numbers to the right, texts to the left. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumber = (rows[0] ?? []).map((_, column) =>
    rows.slice(1).every((row) => /^-?[\d.,]+( ×)?$/.test(row[column] ?? '')),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function microseconds(nanoseconds: number): string {
  return (nanoseconds / 1000).toFixed(3);
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
