import { z } from 'zod';
import { checkSchema } from '../call/check.ts';
import { describeMachine, formatMachine, formatTable } from '../call/report.ts';
import { judge } from './checks.ts';
import { figureSchema, type Figure } from './figure.ts';

/** What `--json` prints. */
export const reportSchema = z.object({
  command: z.string(),
  machine: z.object({ bun: z.string(), cpu: z.string(), cores: z.number() }),
  /** How many fresh processes were measured. */
  processes: z.number(),
  figures: z.array(figureSchema),
  checks: z.array(checkSchema),
});

/** See `reportSchema`. */
export type Report = z.infer<typeof reportSchema>;

/** The report of one process. */
export function reportOf(command: string, figures: readonly Figure[]): Report {
  return { command, machine: describeMachine(), processes: 1, figures: [...figures], checks: judge(figures) };
}

/** The report for people. */
export function formatReport({ command, machine, processes, figures, checks }: Report): string {
  const rows = figures.map(({ name, unit, median, p10, p90 }) => [
    name,
    ...[median, p10, p90].map((value) => value.toFixed(unit === '/s' ? 0 : 1)),
    unit,
  ]);
  const judged = checks.map(({ name, limit, got, ok }) => [
    limit === '' ? '' : ok ? 'ok' : 'BROKEN',
    name,
    limit,
    got.toFixed(2),
  ]);
  return [
    `${command}\n${formatMachine(machine)} · ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    formatTable([['measured', 'median', 'p10', 'p90', ''], ...rows]),
    formatTable([['', 'check', 'limit', 'got'], ...judged]),
  ].join('\n\n');
}
