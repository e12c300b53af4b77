import { writeSync } from 'node:fs';

/** Something that happened in one of the processes that are tried: what, in which conversation, in which process. */
export interface Word {
  readonly word: string;
  /** `agent/instance`. */
  readonly who: string;
  readonly pid: number;
}

const mark = '~';

/** Tells whoever kills, the moment it happens. */
export function say(word: string, who = '-', pid = 0): void {
  // Short enough to be written whole, whoever else writes there.
  try {
    writeSync(1, `${mark} ${word} ${who} ${pid}\n`);
  } catch {
    // Whoever listened was killed: that must not become a failure of the handler that says it.
  }
}

/** Reads a line; undefined when it is no word but something a process printed. */
export function readWord(line: string): Word | undefined {
  const [first, word, who, pid] = line.split(' ');
  return first === mark && word !== undefined && who !== undefined
    ? { word, who, pid: Number(pid) }
    : undefined;
}
