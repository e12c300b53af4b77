import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsOf, type Canary } from './canaries.ts';

/** Which canaries stand in what was captured, as `where: NAME as form`. */
export function findCanaries(
  where: string,
  captured: string | Uint8Array,
  among: readonly Canary[],
): string[] {
  const whole =
    typeof captured === 'string'
      ? Buffer.from(captured)
      : Buffer.from(captured.buffer, captured.byteOffset, captured.byteLength);
  // Encoders break lines.
  const bytes = Buffer.concat([whole, Buffer.from('\0'), withoutBreaks(whole)]);
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
      ...(entry.isFile() ? findCanaries(path, bytesOf(path), among) : []),
    ];
  });
}

/** A process that gets ready makes files and takes them away again. */
function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}

/** Also those that stand as escapes in JSON. */
function withoutBreaks(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\\+[rn]|[\r\n]/g, ''), 'latin1');
}
