import { z } from 'zod';
import { median, quantile } from '../call/statistics.ts';

/** One measured thing: the middle of its samples and how far they lie apart. */
export const figureSchema = z.object({
  name: z.string(),
  unit: z.enum(['µs', '/s', '']),
  median: z.number(),
  p10: z.number(),
  p90: z.number(),
});

/** See `figureSchema`. */
export type Figure = z.infer<typeof figureSchema>;

/** The figure of samples. */
export function figureOf(name: string, unit: Figure['unit'], samples: readonly number[]): Figure {
  return {
    name,
    unit,
    median: rounded(median(samples)),
    p10: rounded(quantile(samples, 0.1)),
    p90: rounded(quantile(samples, 0.9)),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
