import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { resultSchema } from './result.ts';

/** A whole run: where, when, and what was found. Nothing in it names a machine or a folder. */
export const storedRunSchema = z.object({
  date: z.string(),
  machine: z.object({ cpu: z.string(), cores: z.number(), memoryGb: z.number(), bun: z.string() }),
  /** Fewer rounds, one process each. */
  isShort: z.boolean(),
  /** How many cores were busy with other work between benches, at most: well below one, or the figures say little. */
  load: z.number(),
  seconds: z.number(),
  results: z.array(resultSchema),
});

/** See `storedRunSchema`. */
export type StoredRun = z.infer<typeof storedRunSchema>;

/** What is known of the machine a run was made on. */
export type Machine = StoredRun['machine'];

const file = join(import.meta.dir, '../results/last.json');

/** This machine, as far as figures depend on it. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    bun: Bun.version,
  };
}

/** One line about a machine. */
export function formatMachine({ cpu, cores, memoryGb, bun }: Machine): string {
  return `${cores} cores (${cpu}), ${memoryGb} GB of memory, Bun ${bun}`;
}

/** The run that was stored last; undefined where there is none. */
export async function readStoredRun(): Promise<StoredRun | undefined> {
  const stored = Bun.file(file);
  return (await stored.exists()) ? storedRunSchema.parse(await stored.json()) : undefined;
}

/** Keeps a run for the next to be compared with. */
export async function storeRun(run: StoredRun): Promise<void> {
  await Bun.write(file, `${JSON.stringify(run, null, 2)}\n`);
}
