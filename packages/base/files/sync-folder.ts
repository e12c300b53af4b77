import { closeSync, constants, fsyncSync } from 'node:fs';
import { libc } from './libc.ts';

/** Makes sure that the names in an open folder outlive a loss of power. */
export function syncFolder(folder: number): void {
  const readable = libc().openat(folder, '.', constants.O_RDONLY | constants.O_DIRECTORY);
  // A folder that may not be read can still be written to; then the name is safe a little later.
  if (typeof readable !== 'number') return;
  try {
    fsyncSync(readable);
  } finally {
    closeSync(readable);
  }
}
