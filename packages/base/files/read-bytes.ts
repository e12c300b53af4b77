import { readSync } from 'node:fs';

const chunk = 256 * 1024;

/** Reads up to `length` bytes from `position` on; less only where the file ends. Its stated size is not relied on: some have none. */
export function readBytes(descriptor: number, position: number, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  while (total < length) {
    const part = new Uint8Array(Math.min(chunk, length - total));
    const count = readSync(descriptor, part, 0, part.length, position + total);
    if (count === 0) break;
    parts.push(part.subarray(0, count));
    total += count;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, total);
}
