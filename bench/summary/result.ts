import { z } from 'zod';

/** One figure of a run. */
export const resultSchema = z.object({
  /** The bench it comes from. */
  bench: z.string(),
  name: z.string(),
  value: z.number(),
  /** `×` for a ratio of two medians of one run. */
  unit: z.enum(['×', 'µs', 'ms', 's', 'MB', '/s', 'bytes', '']),
  /** Which way is better. */
  better: z.enum(['lower', 'higher']),
  /** What was promised of it. */
  limit: z.object({ kind: z.enum(['atMost', 'atLeast', 'below']), value: z.number() }).exactOptional(),
  /** Of which field it is one: figures of one field were measured in turn, on the same thing to do. */
  field: z.enum(['call', 'step', 'mcp', 'command', 'typed']).exactOptional(),
  /** Whose it is; a floor is what one would write by hand. */
  whose: z.enum(['ours', 'peer', 'floor']).exactOptional(),
});

/** See `resultSchema`. */
export type Result = z.infer<typeof resultSchema>;

/** Whether what was promised was reached; undefined where nothing was. */
export function isReached({ value, limit }: Result): boolean | undefined {
  if (limit === undefined) return undefined;
  if (limit.kind === 'below') return value < limit.value;
  return limit.kind === 'atMost' ? value <= limit.value : value >= limit.value;
}

/** A value with three digits that count, and its unit; long times in a larger one. */
export function formatValue({ value, unit }: Pick<Result, 'value' | 'unit'>): string {
  if (unit === 'µs' && value >= 10_000) return formatValue({ value: value / 1000, unit: 'ms' });
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === '' ? text : `${text} ${unit}`;
}

/** The limit in words. */
export function formatLimit({ limit, unit }: Result): string {
  if (limit === undefined) return '';
  const sign = { atMost: '≤', atLeast: '≥', below: '<' }[limit.kind];
  return `${sign} ${limit.value.toLocaleString('en-US')}${unit === '' ? '' : ` ${unit}`}`;
}
