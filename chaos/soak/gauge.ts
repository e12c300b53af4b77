import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { zombiesOf } from '../process/system-processes.ts';

/** Reads what a process takes. */
export const gaugeSchema = z.object({
  rss: z.number(),
  heap: z.number(),
  descriptors: z.number(),
  zombies: z.number(),
});

/** What a process takes, once what it does not need any more is gone. */
export type Gauge = z.infer<typeof gaugeSchema>;

/** What this process takes. */
export function gaugeProcess(): Gauge {
  Bun.gc(true);
  const { rss, heapUsed } = process.memoryUsage();
  return {
    rss,
    heap: heapUsed,
    descriptors: readdirSync('/proc/self/fd').length,
    zombies: zombiesOf(process.pid),
  };
}
