/**
 * Turns itself into a supervisor that cannot lose a process: whoever is orphaned below it comes to it, and it gets SIGTERM when our process
 * dies. Both are kept across `execve`, so that what stays is a bash and not a second Bun.
 */
import { ptr } from 'bun:ffi';
import { bytesOf, openLibrary } from '../files/libc.ts';
import { reaperEnvironment } from './reaper-environment.ts';

const setChildSubreaper = 36;
const setParentDeathSignal = 1;
const sigterm = 15;

const [parent = '', shell = '', ...rest] = process.argv.slice(2);
const { symbols } = openLibrary({
  prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
  signal: { args: ['i32', 'u64'], returns: 'u64' },
  execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
});
symbols.prctl(setChildSubreaper, 1, 0, 0, 0);
symbols.prctl(setParentDeathSignal, sigterm, 0, 0, 0);
// It may have died before it was asked to tell.
if (process.ppid !== Number(parent)) process.exit(1);
// What is ignored stays ignored in a new program, and Bun ignores some.
for (let number = 1; number < 32; number += 1) symbols.signal(number, 0);
const words = (texts: readonly string[]): { list: BigUint64Array; kept: Uint8Array[] } => {
  const kept = texts.map((text) => bytesOf(text));
  return { list: new BigUint64Array([...kept.map((bytes) => BigInt(ptr(bytes))), 0n]), kept };
};
const argv = words([shell, ...rest]);
const variables = Object.entries(process.env).filter(([name]) => !Object.hasOwn(reaperEnvironment, name));
const env = words(variables.map(([name, value]) => `${name}=${value}`));
symbols.execve(bytesOf(shell), argv.list, env.list);
process.exit(1);
