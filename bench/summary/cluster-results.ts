import { z } from 'zod';
import { checkSchema } from '../call/check.ts';
import { promiseOf } from './result-of-report.ts';
import type { Result } from './result.ts';

const reportSchema = z.looseObject({
  steps: z.array(z.looseObject({ name: z.string(), medianMs: z.number() })),
  workers: z.array(z.object({ workers: z.number(), turnsPerSecond: z.number() })),
  instances: z.array(z.looseObject({ stored: z.number(), turnsPerSecond: z.number() })),
  checks: z.array(checkSchema),
});

/** What the bench of the cluster comes to: a step beside the bare SDK's, and turns a second. */
export function clusterResults(report: unknown): Result[] {
  const { steps, workers, instances, checks } = reportSchema.parse(report);
  const turns = (name: string, value: number): Result => ({
    bench: 'cluster',
    name: `turns with ${name}`,
    value,
    unit: '/s',
    better: 'higher',
  });
  return [
    ...checks.map((check) => promiseOf('cluster', check)),
    ...steps.map(({ name, medianMs }): Result => ({
      bench: 'cluster',
      name,
      value: medianMs,
      unit: 'ms',
      better: 'lower',
    })),
    ...workers.map((row) => turns(`${row.workers} workers`, row.turnsPerSecond)),
    ...instances.map((row) =>
      turns(`${row.stored.toLocaleString('en-US')} instances stored`, row.turnsPerSecond),
    ),
  ];
}
