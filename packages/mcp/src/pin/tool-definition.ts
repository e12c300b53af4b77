import { createHash } from 'node:crypto';
import { isRecord, snapshot, sortedJson, type JsonObject, type JsonValue } from '@goondan/core';

/** Under which key of `_meta` a tool carries what is wrong with it, put there by whoever read it. */
export const problemKey = 'goondan.ai/problem';

/** What of a foreign tool a model or a policy relies on; this is what is pinned. */
export interface ForeignTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** Whether a call may or must be a task (2025-11-25). */
  readonly taskSupport?: string;
}

const limits = { maxDepth: 200, maxSize: 1024 * 1024, refusePrototypeKey: true };

/** A tool as a server lists it, or why it cannot be taken. */
export function foreignToolOf(
  listed: unknown,
): ForeignTool | { readonly name: string; readonly problem: string } {
  const copy = snapshot(listed, limits);
  const name = nameOf(listed);
  if (copy.status === 'failed') return { name, problem: `its definition ${copy.reason}` };
  const { value } = copy;
  if (!isObject(value) || name === '') return { name, problem: 'it has no name' };
  const { description, inputSchema, outputSchema, annotations, execution, _meta: meta } = value;
  const problem = isObject(meta) ? meta[problemKey] : undefined;
  if (typeof problem === 'string') return { name, problem };
  if (!isObject(inputSchema)) return { name, problem: 'it has no input schema' };
  const taskSupport = isObject(execution) ? execution['taskSupport'] : undefined;
  return {
    name,
    inputSchema,
    ...(typeof description === 'string' ? { description } : {}),
    ...(isObject(outputSchema) ? { outputSchema } : {}),
    ...(isObject(annotations) ? { annotations } : {}),
    ...(typeof taskSupport === 'string' ? { taskSupport } : {}),
  };
}

/** The same for the same definition, whatever the order of its keys. */
export function definitionHash(tool: ForeignTool): string {
  return createHash('sha256').update(sortedJson(tool)).digest('hex');
}

function nameOf(listed: unknown): string {
  return isRecord(listed) && typeof listed['name'] === 'string' ? listed['name'] : '';
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value);
}
