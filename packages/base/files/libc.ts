import { constants } from 'node:fs';
import { constants as system } from 'node:os';
import { dlopen, FFIType, read, toArrayBuffer, type FFIFunction, type Library, type Pointer } from 'bun:ffi';
import type { Name, SystemFailure, SystemResult } from './system-result.ts';

/** The calls that take a folder as a descriptor; Bun itself offers only those that take a path, which can change meanwhile. */
export interface Libc {
  readonly openat: (folder: number, name: Name, flags: number) => SystemResult;
  readonly mkdirat: (folder: number, name: Name) => SystemResult;
  readonly unlinkat: (folder: number, name: Name, flags: number) => SystemResult;
  readonly renameat: (folder: number, name: Name, toName: Name) => SystemResult;
  /** The names in a folder, as they are on the disk, without `.` and `..`. The descriptor stays open. */
  readonly names: (folder: number) => Uint8Array[] | SystemFailure;
}

const isMac = process.platform === 'darwin';
const { i32, pointer } = FFIType;

/** Flags of `open` that node does not name. */
export const openFlags = {
  closeOnExec: isMac ? 0x100_0000 : 0x8_0000,
  /** A folder to go through, which need not be readable. */
  passThrough: constants.O_DIRECTORY | (isMac ? 0x4000_0000 : 0x20_0000),
  /** No more than a hold on what lies there, also on a link itself: a pipe or a device does not notice. */
  hold: 0x20_0000 | (isMac ? constants.O_NONBLOCK : constants.O_NOFOLLOW),
};

/** Of `unlinkat`: a folder, which must be empty. */
export const removeFolderFlag = isMac ? 0x80 : 0x200;

let loaded: Libc | undefined;

/** The C library, loaded by the first call. */
export function libc(): Libc {
  return (loaded ??= load());
}

function load(): Libc {
  const { symbols } = openLibrary({
    openat: { args: [i32, pointer, i32, i32], returns: i32 },
    mkdirat: { args: [i32, pointer, i32], returns: i32 },
    unlinkat: { args: [i32, pointer, i32], returns: i32 },
    renameat: { args: [i32, pointer, i32, pointer], returns: i32 },
    fdopendir: { args: [i32], returns: pointer },
    closedir: { args: [pointer], returns: i32 },
    close: { args: [i32], returns: i32 },
  });
  const failure = failureReader();
  const nextEntry = entryReader();
  const result = (value: number): SystemResult => (value < 0 ? failure() : value);
  const openat: Libc['openat'] = (folder, name, flags) =>
    // The mode is passed in another way on some systems: whoever creates a file sets it afterwards.
    result(symbols.openat(folder, bytesOf(name), flags | openFlags.closeOnExec, 0o600));
  return {
    openat,
    mkdirat: (folder, name) => result(symbols.mkdirat(folder, bytesOf(name), 0o777)),
    unlinkat: (folder, name, flags) => result(symbols.unlinkat(folder, bytesOf(name), flags)),
    renameat: (folder, name, toName) =>
      result(symbols.renameat(folder, bytesOf(name), folder, bytesOf(toName))),
    names: (folder) => {
      // A descriptor of its own has a place in the list of its own.
      const own = openat(folder, '.', constants.O_RDONLY | constants.O_DIRECTORY);
      if (typeof own !== 'number') return own;
      const stream = symbols.fdopendir(own);
      if (stream === null) {
        const why = failure();
        symbols.close(own);
        return why;
      }
      const names: Uint8Array[] = [];
      for (let name = nextEntry(stream); name !== undefined; name = nextEntry(stream)) {
        if (!isDots(name)) names.push(name);
      }
      symbols.closedir(stream);
      return names;
    },
  };
}

/** Functions of the C library, whatever it is called here. */
export function openLibrary<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions> {
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const names = isMac ? ['libSystem.B.dylib'] : ['libc.so.6', `libc.musl-${arch}.so.1`, 'libc.so'];
  let cause: unknown;
  for (const name of names) {
    try {
      return dlopen(name, functions);
    } catch (thrown) {
      cause = thrown;
    }
  }
  throw new Error('The C library of this system was not found.', { cause });
}

/** Reads why the last call failed. Only messages depend on it: that a call failed is known from its result. */
export function failureReader(): () => SystemFailure {
  const name = isMac ? '__error' : '__errno_location';
  const place: unknown = openLibrary({ [name]: { args: [], returns: pointer } }).symbols[name]?.();
  const names = new Map(Object.entries(system.errno).map(([errno, number]) => [number, errno]));
  return () => {
    const number = isAddress(place) ? read.i32(place) : 0;
    return { errno: names.get(number) ?? `errno ${number}` };
  };
}

/** Names are passed as bytes that end in a zero, which none of them holds. */
export function bytesOf(name: Name): Uint8Array {
  return typeof name === 'string' ? Buffer.from(`${name}\0`) : Buffer.concat([name, new Uint8Array(1)]);
}

function entryReader(): (stream: Pointer | bigint) => Uint8Array | undefined {
  const name = isMac && process.arch === 'x64' ? 'readdir$INODE64' : 'readdir';
  const readdir = openLibrary({ [name]: { args: [pointer], returns: pointer } }).symbols[name];
  // Where an entry keeps the length (on Linux that of the entry, whose name ends at a zero) and the name.
  const [lengthAt, nameAt] = isMac ? [18, 21] : [16, 19];
  return (stream) => {
    const entry: unknown = readdir?.(stream);
    if (!isAddress(entry)) return undefined;
    const length = read.u16(entry, lengthAt) - (isMac ? 0 : nameAt);
    const bytes = new Uint8Array(toArrayBuffer(entry, nameAt, length));
    const end = bytes.indexOf(0);
    return bytes.slice(0, end < 0 ? length : end);
  };
}

function isAddress(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isDots(name: Uint8Array): boolean {
  return name.length <= 2 && name.every((byte) => byte === 0x2e);
}
