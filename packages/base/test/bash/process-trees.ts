import { readdirSync, readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';

/** Command lines that leave processes behind where they can. Each process of theirs carries the mark in its arguments. */
export const trees: Readonly<Record<string, (mark: string) => string>> = {
  trap: (mark) => `trap '' TERM INT HUP; sleep ${mark} & sleep ${mark}`,
  background: (mark) => `sleep ${mark} & sleep ${mark} & disown -a; sleep ${mark}`,
  session: (mark) => `setsid bash -c 'trap "" TERM; setsid sleep ${mark} & sleep ${mark}' & sleep ${mark}`,
  daemon: (mark) => `(setsid nohup sleep ${mark} >/dev/null 2>&1 </dev/null &); sleep ${mark}`,
  bare: (mark) => `env -i setsid setsid -f sleep ${mark} >/dev/null 2>&1; sleep ${mark}`,
};

/** A time to sleep that is long and that nobody else sleeps. */
export function newMark(): string {
  return `${randomInt(10_000, 99_999)}.${randomInt(1_000_000_000, 9_999_999_999)}`;
}

/** The arguments of every process of the whole machine but this one. */
function machine(): { readonly pid: number; readonly words: readonly string[] }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    try {
      return [{ pid, words: readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0') }];
    } catch {
      return [];
    }
  });
}

/** The processes that have a mark anywhere in their arguments: those that sleep and the shells that started or will start them. */
export function marked(mark: string): number[] {
  return machine().flatMap(({ pid, words }) => (words.some((word) => word.includes(mark)) ? [pid] : []));
}

/** Waits until all that sleep in a tree are there, or until it is over without them. */
export async function appeared(tree: string, mark: string, isOver = (): boolean => false): Promise<void> {
  const all = (trees[tree]?.(mark).split(`sleep ${mark}`).length ?? 1) - 1;
  const sleeping = (): number =>
    machine().filter(({ words }) => words[0] === 'sleep' && words[1] === mark).length;
  while (sleeping() < all && !isOver()) await Bun.sleep(2);
}

/** Everything that a process has started and that runs now, however deep. */
export function descendantsOf(parent: number): number[] {
  const children = Map.groupBy(machine(), ({ pid }) => parentOf(pid));
  const found: number[] = [];
  for (let next = [parent]; next.length > 0;) {
    next = next.flatMap((one) => (children.get(one) ?? []).map(({ pid }) => pid));
    found.push(...next);
  }
  return found;
}

/** 0 where it has ended, also where nobody has looked at its end yet. */
function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return /^State:\s+[ZX]/m.test(status) ? 0 : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** How many processes carry the mark or are among those named after 2 s, or as soon as there are none; and when that was. */
export async function survivorsOf(
  mark: string,
  named: readonly number[] = [],
): Promise<{ survivors: number; ms: number }> {
  const startedAt = performance.now();
  for (;;) {
    const survivors = new Set([...marked(mark), ...named.filter((pid) => parentOf(pid) > 0)]).size;
    const ms = performance.now() - startedAt;
    if (survivors === 0 || ms > 2000) return { survivors, ms };
    await Bun.sleep(2);
  }
}
