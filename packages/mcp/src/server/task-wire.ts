import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/server';
import type { McpTask } from './task.ts';

/** A task in the words of 2025-11-25, where a call has failed whose result says so. */
export function legacyTask(task: McpTask) {
  const { id, statusMessage, createdAt, updatedAt, ttlMs, pollMs, result } = task;
  const status = result?.isError === true ? 'failed' : task.status;
  return {
    taskId: id,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt,
    lastUpdatedAt: updatedAt,
    ttl: ttlMs,
    pollInterval: pollMs,
  };
}

/** A task in the words of the extension of 2026-07-28, without what it came to. */
function modernTask(task: McpTask) {
  const { id, status, statusMessage, createdAt, updatedAt, ttlMs, pollMs } = task;
  return {
    taskId: id,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs,
    pollIntervalMs: pollMs,
  };
}

/** A task in the words of the extension of 2026-07-28, with what it came to or waits for. */
export function detailedTask(task: McpTask): Record<string, unknown> {
  const { requests, result, error } = task;
  return {
    ...modernTask(task),
    ...(requests === undefined ? {} : { inputRequests: requests }),
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
  };
}

/** What a call is answered with that has become a task. */
export function createdTask(era: 'legacy' | 'modern', task: McpTask): Record<string, unknown> {
  return era === 'legacy' ? { task: legacyTask(task) } : { ...modernTask(task), resultType: 'task' };
}

/** What ties a message to a task in 2025-11-25. */
export function relatedTask(id: string): Record<string, { readonly taskId: string }> {
  return { [RELATED_TASK_META_KEY]: { taskId: id } };
}
