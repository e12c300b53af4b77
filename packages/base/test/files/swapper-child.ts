/**
 * Swaps a folder and a file of a workspace with links that lead outside, as fast as it can, until its stdin ends:
 * `node` with `node-link`, and `leaf.txt` with `leaf-link`. Prints the number of swaps.
 */
import { lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { dlopen, FFIType } from 'bun:ffi';

const [, , workdir = '', outside = ''] = process.argv;
const pairs = [
  { one: join(workdir, 'node'), other: join(workdir, 'node-link'), target: outside },
  { one: join(workdir, 'leaf.txt'), other: join(workdir, 'leaf-link'), target: join(outside, 'secret.txt') },
];
const exchange = process.platform === 'linux' ? exchangeByKernel() : exchangeByName;

let swaps = 0;
const end = new AbortController();
const goesOn = (): boolean => !end.signal.aborted;
process.stdin.on('end', () => end.abort()).resume();
console.log('ready');
while (goesOn()) {
  for (let count = 0; count < 500; count += 1) for (const { one, other } of pairs) exchange(one, other);
  swaps += 500;
  pairs.forEach(repair);
  await new Promise((resolve) => setImmediate(resolve));
}
console.log(swaps);

/** A write may have replaced the link of a file, which is its right; then there is nothing to swap any more. */
function repair({ one, other, target }: (typeof pairs)[number]): void {
  const hasLink = [one, other].some(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );
  if (hasLink) return;
  rmSync(other, { recursive: true, force: true });
  symlinkSync(target, other);
}

function exchangeByKernel(): (one: string, other: string) => void {
  const { i32, pointer, u32 } = FFIType;
  const { symbols } = dlopen('libc.so.6', {
    renameat2: { args: [i32, pointer, i32, pointer, u32], returns: i32 },
  });
  const bytes = new Map<string, Buffer>();
  const path = (text: string): Buffer => {
    const known = bytes.get(text) ?? Buffer.from(`${text}\0`);
    bytes.set(text, known);
    return known;
  };
  // RENAME_EXCHANGE: at no moment is there neither.
  return (one, other) => void symbols.renameat2(-100, path(one), -100, path(other), 2);
}

function exchangeByName(one: string, other: string): void {
  try {
    renameSync(one, `${other}-aside`);
    renameSync(other, one);
    renameSync(`${other}-aside`, other);
  } catch {
    // The other side removed one of them just now.
  }
}
