import { isRecord } from '@goondan/core';
import type { Resource } from '@goondan/core/bundle';
import { z } from 'zod';

/** Checked when the bundle was read, by the process that sends it. */
const resourceSchema = z.custom<Resource>((value) => isRecord(value) && typeof value.kind === 'string');

/** What a new process is told to become. */
export const startOrderSchema = z.object({
  agent: z.string(),
  journalPath: z.string(),
  stateRoot: z.string(),
  /** Null for the stock tools alone. */
  bundleRoot: z.string().nullable(),
  own: z.array(resourceSchema),
  stock: z.object({ root: z.string(), resources: z.array(resourceSchema) }),
  /** Instances whose open turns it goes on with; null for all. */
  resume: z.array(z.string()).nullable(),
  retentionMs: z.number(),
});

/** See `startOrderSchema`. */
export type StartOrder = z.infer<typeof startOrderSchema>;
