import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { childrenOf } from '../process-tree.ts';
import type { ControlGroup } from './control-group.ts';
import type { SandboxLimits } from './limits.ts';

/** A limit of a sandbox. */
export type LimitName = 'memory' | 'tasks';

/** Watches over one command; `end` says which limit it ran into, if any. */
export interface LimitWatch {
  end(): LimitName | undefined;
}

/** The kernel keeps the limits of a group; it is only asked whether it had to. */
export function watchGroup(group: ControlGroup): LimitWatch {
  const before = group.refusals();
  return {
    end: () => {
      const after = group.refusals();
      if (after.memory > before.memory) return 'memory';
      return after.tasks > before.tasks ? 'tasks' : undefined;
    },
  };
}

const lookEveryMs = 50;
const pageBytes = 4096;

/** Where there is no group for it, we look ourselves how much a sandbox takes, and stop it when that is too much. */
export function watchProcesses(bubblewrap: number, limits: SandboxLimits, stop: () => void): LimitWatch {
  let exceeded: LimitName | undefined;
  const timer = setInterval(() => {
    exceeded ??= exceededLimit(bubblewrap, limits);
    if (exceeded === undefined) return;
    clearInterval(timer);
    stop();
  }, lookEveryMs);
  return {
    end: () => {
      clearInterval(timer);
      return exceeded;
    },
  };
}

/** Which limit the processes of a sandbox are over. */
export function exceededLimit(bubblewrap: number, limits: SandboxLimits): LimitName | undefined {
  // The first process of the sandbox sees, in its /proc, exactly the processes of the sandbox; until it has one of its own, all of the machine.
  const proc = `/proc/${childrenOf(bubblewrap)[0]}/root/proc`;
  if (isOfThisProcess(proc)) return undefined;
  const pids = list(proc).filter((name) => /^\d+$/.test(name));
  if (pids.length > limits.tasks) return 'tasks';
  const sum = (bytesOf: (folder: string) => number): number =>
    pids.reduce((total, pid) => total + bytesOf(`${proc}/${pid}`), 0);
  // What processes share counts for each of them in the quick sum: only the slow one is fair.
  if (sum(residentBytes) <= limits.memoryBytes) return undefined;
  return sum(ownBytes) > limits.memoryBytes ? 'memory' : undefined;
}

/** True for a /proc that this process is in: it is not that of a sandbox. */
function isOfThisProcess(proc: string): boolean {
  try {
    readlinkSync(`${proc}/self`);
    return true;
  } catch {
    return false;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function residentBytes(folder: string): number {
  return Number(read(`${folder}/statm`).split(' ')[1] ?? 0) * pageBytes;
}

/** The part of its memory that is a process's own, and its share of the rest. */
function ownBytes(folder: string): number {
  const [, kibibytes] = /^Pss:\s+(\d+) kB$/m.exec(read(`${folder}/smaps_rollup`)) ?? [];
  return kibibytes === undefined ? residentBytes(folder) : Number(kibibytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
