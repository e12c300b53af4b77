import { isRecord } from '@goondan/core';
import type { Resource } from '@goondan/core/bundle';
import * as shape from '../../../shape/shape.ts';

/** Checked when the bundle was read, by the process that sends it. */
const resourceSchema = shape.custom(isResource, 'must be a resource');

/** What a new process is told to become. */
export const startOrderSchema = shape.object({
  agent: shape.string(),
  journalPath: shape.string(),
  stateRoot: shape.string(),
  /** Null for the stock tools alone. */
  bundleRoot: shape.string().nullable(),
  own: shape.array(resourceSchema),
  /** Of the stock what this agent can reach. */
  stock: shape.array(shape.object({ root: shape.string(), resources: shape.array(resourceSchema) })),
  /** Variables of the environment that hold secrets, also of what this agent cannot reach. */
  secretVariables: shape.array(shape.string()),
  /** Secrets that stand in the bundle itself. */
  literals: shape.array(shape.object({ name: shape.string(), value: shape.string() })),
  /** Instances whose open turns it goes on with; null for all. */
  resume: shape.array(shape.string()).nullable(),
  retentionMs: shape.number(),
});

/** See `startOrderSchema`. */
export type StartOrder = shape.Infer<typeof startOrderSchema>;

function isResource(value: unknown): value is Resource {
  return isRecord(value) && typeof value.kind === 'string';
}
