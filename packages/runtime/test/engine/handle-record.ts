import type { HandleRecord } from '../../src/engine/local/handle-files.ts';

/** A handle of a call for tests; another key is another call. */
export function handleRecord(
  handle: string,
  idempotencyKey: string,
  more: Partial<HandleRecord> = {},
): HandleRecord {
  return {
    version: 1,
    handle,
    kind: 'detached',
    workspace: 'here',
    idempotencyKey,
    agentName: 'helper',
    instanceKey: 'default',
    turnId: 't1',
    toolCallId: 'c1',
    toolName: 'job__run',
    about: {},
    createdAt: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}
