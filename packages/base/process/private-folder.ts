import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './process-tree.ts';

const prefix = 'goondan-commands-';
let root: string | undefined;
let made = 0;

/** A new folder that only we can open. It lasts as long as our process; those of processes that were killed go with the next. */
export function privateFolder(): string {
  root ??= makeRoot();
  const folder = join(root, String((made += 1)));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function makeRoot(): string {
  removeStale();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.once('exit', () => removeQuietly(folder));
  return folder;
}

function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number.parseInt(name.slice(prefix.length), 10);
    if (Number.isSafeInteger(owner) && owner > 1 && !isAlive(owner)) removeQuietly(join(tmpdir(), name));
  }
}

/** Removes a folder with what is in it; one that belongs to somebody else stays. */
export function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is not ours, or something in it is in use: the next process tries again.
  }
}
