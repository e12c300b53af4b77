import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseJson } from '@goondan/core/basics';
import * as shape from '../shape/shape.ts';

const ownerSchema = shape.object({
  pid: shape.number(),
  command: shape.string(),
  since: shape.string().exactOptional(),
});

/** Who has a lock, as a person would say it. */
export interface LockOwner {
  /** `gdn serve hello (process 1234, since 2026-11-16T16:31:02Z)` */
  readonly text: string;
  /** None where it has not told it. */
  readonly pid?: number;
}

/** Writes down that this process has a lock. */
export function writeOwner(path: string): void {
  const since = `${new Date().toISOString().slice(0, 19)}Z`;
  writeFileSync(path, JSON.stringify({ pid: process.pid, command: commandOfThisProcess(), since }));
}

/** Who wrote down last that they have it. */
export function readOwner(path: string): LockOwner {
  try {
    const { pid, command, since } = ownerSchema.parse(parseJson(readFileSync(path, 'utf8')));
    return { text: `${command} (process ${pid}${since === undefined ? '' : `, since ${since}`})`, pid };
  } catch {
    // The holder has the lock but has not yet written its name.
    return { text: 'another process' };
  }
}

/** This process, which may ask for a lock that it has. */
export function thisProcess(): LockOwner {
  return { text: `process ${process.pid} (this one)`, pid: process.pid };
}

/** The title, where somebody gave the process one, as `gdn` does; else the script it runs. Nothing of its arguments: they may be anybody's words. */
function commandOfThisProcess(): string {
  const { title, argv0, argv } = process;
  return title === argv0 || title === '' ? basename(argv[1] ?? argv0) : title;
}
