import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsOf, type Canary } from './canaries.ts';

/** Which canaries stand in what was captured, as `where: NAME as form`. */
export function findCanaries(where: string, captured: string | Uint8Array, among: readonly Canary[]): string[] {
  const bytes = typeof captured === 'string' ? Buffer.from(captured) : Buffer.from(captured.buffer, captured.byteOffset, captured.byteLength);
  return among.flatMap(({ name, value }) =>
    formsOf(value)
      .filter((form) => bytes.includes(form))
      .map((form) => `${where}: ${name} as ${form}`),
  );
}

/** The same for every file below a folder, and for the names of the files. */
export function findInFolder(folder: string, among: readonly Canary[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [
      ...findCanaries(`the name of ${path}`, path, among),
      ...(entry.isFile() ? findCanaries(path, readFileSync(path), among) : []),
    ];
  });
}
