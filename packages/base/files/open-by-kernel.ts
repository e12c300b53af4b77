import { closeSync, openSync } from 'node:fs';
import { FFIType, ptr } from 'bun:ffi';
import { bytesOf, failureReader, openFlags, openLibrary } from './libc.ts';
import type { SystemResult } from './system-result.ts';

/** Opens an absolute path in which nothing is a link. */
export type OpenWithoutLinks = (path: string, flags: number) => SystemResult;

const openat2 = 437;
// RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS, RESOLVE_NO_MAGICLINKS
const resolve = 0x08n | 0x04n | 0x02n;

/** By `openat2`, which refuses links anywhere in the path in one step. Undefined where the kernel does not have it. */
export function kernelOpener(): OpenWithoutLinks | undefined {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  const { i64, u64, pointer } = FFIType;
  const { symbols } = openLibrary({
    syscall: { args: [i64, i64, pointer, pointer, u64], returns: i64 },
  });
  const failure = failureReader();
  const root = openSync('/', openFlags.passThrough | openFlags.closeOnExec);
  const how = new BigUint64Array(3);
  const open: OpenWithoutLinks = (path, flags) => {
    how[0] = BigInt(flags | openFlags.closeOnExec);
    how[1] = 0n;
    how[2] = resolve;
    const relative = path.replace(/^\/+/, '');
    const result = symbols.syscall(openat2, root, bytesOf(relative === '' ? '.' : relative), ptr(how), 24);
    return result < 0n ? failure() : Number(result);
  };
  const probe = open('/', openFlags.passThrough);
  if (typeof probe !== 'number') {
    // An old kernel, or a filter of calls that does not know this one.
    closeSync(root);
    return undefined;
  }
  closeSync(probe);
  return open;
}
