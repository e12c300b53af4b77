import { readdirSync, readFileSync } from 'node:fs';
import { serverMark } from './server-environment.ts';
import type { WatchedServer } from './process-watch.ts';

/** Sends a signal to the group of a server, and to what has left the group but still carries its mark. */
export function signalServer(server: WatchedServer, signal: NodeJS.Signals): void {
  send(-server.pid, signal);
  for (const pid of markedProcesses(server.mark)) send(pid, signal);
}

const lookMs = 10;
const mostLooks = 200;

/** Kills what is left of a server; resolves once it is gone. */
export async function killServer(server: WatchedServer): Promise<void> {
  send(-server.pid, 'SIGKILL');
  // One that is about to start another may be faster than we are, and a signal takes its time.
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const left = markedProcesses(server.mark);
    if (left.length === 0) return;
    for (const pid of left) send(pid, 'SIGKILL');
    await Bun.sleep(lookMs);
  }
}

/** The processes a server has started and that are still there. */
export function markedProcesses(mark: string): number[] {
  const entry = `\0${serverMark}=${mark}\0`;
  try {
    return readdirSync('/proc').flatMap((name) => (isMarked(name, entry) ? [Number(name)] : []));
  } catch {
    // Where the system does not tell, the group has to do.
    return [];
  }
}

function isMarked(name: string, entry: string): boolean {
  if (!/^\d+$/.test(name)) return false;
  try {
    return `\0${readFileSync(`/proc/${name}/environ`, 'latin1')}`.includes(entry);
  } catch {
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
