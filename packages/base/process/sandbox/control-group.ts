import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive } from '../process-tree.ts';
import type { SandboxLimits } from './limits.ts';

/** A group of processes whose memory and number the kernel limits. */
export interface ControlGroup {
  /** A process that writes its id into all of them is in the group, with all it starts from then on. */
  readonly entries: readonly string[];
  /** How often something in the group was ended for want of memory, and how often a process could not be started. */
  refusals(): { readonly memory: number; readonly tasks: number };
  /** Ends the group as soon as it is empty. */
  remove(): void;
}

const prefix = 'goondan-';
let made = 0;

/** Makes a group below our own, or beside it; none where we may not, as most users may not. */
export function openControlGroup(limits: SandboxLimits): ControlGroup | undefined {
  try {
    return openUnified(limits) ?? openSplit(limits);
  } catch {
    return undefined;
  }
}

/** Version 2: one tree for everything. */
function openUnified(limits: SandboxLimits): ControlGroup | undefined {
  const [mount] = mountsOf((type) => type === 'cgroup2');
  const own = groupOf((controllers) => controllers === '');
  if (mount === undefined || own === undefined) return undefined;
  const ownFolder = join(mount.folder, own);
  const home = [ownFolder, dirname(ownFolder)].find((folder) => {
    if (!folder.startsWith(mount.folder)) return false;
    return hasControllers(folder) || handOn(folder);
  });
  if (home === undefined) return undefined;
  const folder = makeGroup(home);
  writeFileSync(join(folder, 'memory.max'), String(limits.memoryBytes));
  writeFileSync(join(folder, 'pids.max'), String(limits.tasks));
  writeQuietly(join(folder, 'memory.swap.max'), '0');
  return {
    entries: [join(folder, 'cgroup.procs')],
    refusals: () => ({
      memory: counter(join(folder, 'memory.events'), 'oom_kill'),
      tasks: counter(join(folder, 'pids.events'), 'max'),
    }),
    remove: () => removeGroup(folder),
  };
}

/** Version 1: a tree for each kind of limit. */
function openSplit(limits: SandboxLimits): ControlGroup | undefined {
  const [memory, tasks] = ['memory', 'pids'].map((name) => {
    const [mount] = mountsOf((type, options) => type === 'cgroup' && options.includes(name));
    const own = groupOf((controllers) => controllers.split(',').includes(name));
    return mount === undefined || own === undefined ? undefined : join(mount.folder, own);
  });
  if (memory === undefined || tasks === undefined) return undefined;
  const [memoryFolder, taskFolder] = [makeGroup(memory), makeGroup(tasks)];
  writeFileSync(join(memoryFolder, 'memory.limit_in_bytes'), String(limits.memoryBytes));
  writeFileSync(join(taskFolder, 'pids.max'), String(limits.tasks));
  writeQuietly(join(memoryFolder, 'memory.memsw.limit_in_bytes'), String(limits.memoryBytes));
  return {
    entries: [memoryFolder, taskFolder].map((folder) => join(folder, 'cgroup.procs')),
    refusals: () => ({
      memory: counter(join(memoryFolder, 'memory.oom_control'), 'oom_kill'),
      tasks: counter(join(taskFolder, 'pids.events'), 'max'),
    }),
    remove: () => [memoryFolder, taskFolder].forEach((folder) => removeGroup(folder)),
  };
}

function hasControllers(folder: string): boolean {
  const names = readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').trim().split(' ');
  return names.includes('memory') && names.includes('pids');
}

/** Lets groups below have limits; refused for a group that has processes itself. */
function handOn(folder: string): boolean {
  return writeQuietly(join(folder, 'cgroup.subtree_control'), '+memory +pids');
}

function mountsOf(
  accepts: (type: string, options: readonly string[]) => boolean,
): { readonly folder: string }[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [place = '', kind = ''] = line.split(' - ');
      const [type = '', , options = ''] = kind.split(' ');
      const folder = place.split(' ')[4];
      return folder !== undefined && accepts(type, options.split(',')) ? [{ folder }] : [];
    });
}

function groupOf(accepts: (controllers: string) => boolean): string | undefined {
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers !== undefined && accepts(controllers)) return path;
  }
  return undefined;
}

function makeGroup(home: string): string {
  for (const name of readdirSync(home)) {
    const [, owner] = /^goondan-(\d+)-\d+$/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) removeGroup(join(home, name));
  }
  const folder = join(home, `${prefix}${process.pid}-${(made += 1)}`);
  mkdirSync(folder);
  return folder;
}

function removeGroup(folder: string, attempts = 20): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something in it is still ending. What is left when we end, the next process that makes a group here removes.
    if (attempts > 0 && existsSync(folder)) setTimeout(() => removeGroup(folder, attempts - 1), 100).unref();
  }
}

function writeQuietly(path: string, text: string): boolean {
  try {
    writeFileSync(path, text);
    return true;
  } catch {
    return false;
  }
}

function counter(path: string, name: string): number {
  try {
    const line = readFileSync(path, 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  } catch {
    return 0;
  }
}
