import { readdirSync, readFileSync } from 'node:fs';

/** A process by what tells it from a later one of the same number. */
export interface SystemProcess {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly name: string;
}

/** What the system tells of a process; undefined when there is none, or only its remains. */
export function findProcess(pid: number): SystemProcess | undefined {
  const text = readProc(pid, 'stat');
  // The name stands in brackets and may hold anything.
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
  const [state = 'X', parent = '0', ...others] = rest.split(' ');
  if (state === '' || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), startedAt: others[17] ?? '', name };
}

/** All processes there are. */
function allProcesses(): SystemProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => findProcess(Number(name)) ?? []);
}

/** The processes a process has started itself. */
export function childrenOf(pid: number): SystemProcess[] {
  return allProcesses().filter(({ parent }) => parent === pid);
}

/** The processes a process has started, and those that these have, however deep. */
export function descendantsOf(pid: number): SystemProcess[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found: SystemProcess[] = [];
  for (let next = [pid]; next.length > 0;) {
    const below = next.flatMap((one) => children.get(one) ?? []);
    found.push(...below);
    next = below.map((one) => one.pid);
  }
  return found;
}

/** How many processes have ended that a process has started and not looked at since. */
export function zombiesOf(pid: number): number {
  const stats = readdirSync('/proc').map((name) =>
    /^\d+$/.test(name) ? readProc(Number(name), 'stat') : '',
  );
  return stats.filter((text) => new RegExp(`\\) Z ${pid} `).test(text)).length;
}

/** The processes that have a text anywhere in their arguments. */
export function processesWith(text: string): SystemProcess[] {
  return allProcesses().filter(({ pid }) => readProc(pid, 'cmdline').includes(text));
}

/** Kills a process at once; false when it was gone before. */
export function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** True for a process that was started as one of the runtime's, or by one. */
export function isAgentProcess({ pid }: SystemProcess): boolean {
  return spillOf(pid) !== undefined;
}

/** What the processes of one agent's process, itself and whatever it has started, have in common. */
export function spillOf(pid: number): string | undefined {
  return readProc(pid, 'environ')
    .split('\0')
    .find((variable) => variable.startsWith('GOONDAN_SPILL='));
}

/** Waits until every one of them is gone, and those whose environment has a variable; gives those that are not after a time. */
export async function leftAfter(
  ms: number,
  { of, variable }: { readonly of: readonly SystemProcess[]; readonly variable: string },
): Promise<SystemProcess[]> {
  const end = performance.now() + ms;
  for (;;) {
    const left = stillThere(of, variable);
    if (left.length === 0 || performance.now() > end) return left;
    await Bun.sleep(50);
  }
}

function stillThere(known: readonly SystemProcess[], variable: string): SystemProcess[] {
  return allProcesses().filter(
    ({ pid, startedAt }) =>
      known.some((one) => one.pid === pid && one.startedAt === startedAt) ||
      readProc(pid, 'environ').split('\0').includes(variable),
  );
}

function readProc(pid: number, file: 'stat' | 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
