import { join } from 'node:path';
import { RecordLog, type LogRecord } from '@goondan/runtime/storage';
import type { WorkspaceLayout } from '../../src/workspace/layout.ts';

/** Everything in the journal of an agent, by stream. */
export function journalDump(layout: WorkspaceLayout, agent: string): Map<string, LogRecord[]> {
  const log = new RecordLog(journalPath(layout, agent));
  try {
    return new Map(log.streams().map((stream) => [stream, log.read(stream)]));
  } finally {
    log.close();
  }
}

/** Where the journal of an agent lies. */
export function journalPath(layout: WorkspaceLayout, agent: string): string {
  return join(layout.agentFolder(agent), 'journal.db');
}
