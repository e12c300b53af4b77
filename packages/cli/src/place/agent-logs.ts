import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { WorkspaceLayout } from '@goondan/runtime';

/** The end of what an agent has logged. */
export interface AgentLog {
  readonly agent: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/** Of a longer log only this much of its end is read. */
const mostBytes = 4 * 1024 * 1024;

/** The last lines of the log of each agent, or of one; agents without a log are left out. */
export async function agentLogs(
  layout: WorkspaceLayout,
  { agent, lines }: { readonly agent: string | undefined; readonly lines: number },
): Promise<AgentLog[]> {
  const folders =
    agent === undefined ? await agentFolders(layout) : [{ name: agent, path: layout.agentFolder(agent) }];
  const logs: AgentLog[] = [];
  for (const { name, path } of folders) {
    const file = join(path, 'agent.log');
    const text = await endOf(file);
    if (text !== undefined) logs.push({ agent: name, path: file, lines: text.split('\n').slice(-lines) });
  }
  return logs;
}

async function agentFolders({ folder }: WorkspaceLayout) {
  const names = await readdir(join(folder, 'agents')).catch((): string[] => []);
  return names.toSorted().map((name) => ({ name: basename(name), path: join(folder, 'agents', name) }));
}

/** The end of a file without its last line end; undefined when there is none, or nothing in it. */
async function endOf(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, mostBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString('utf8').replace(/\n$/, '');
    return text === '' ? undefined : text;
  } finally {
    await file.close();
  }
}
