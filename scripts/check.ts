/** The one command that checks all: format, lint, types, unused code, error pages, tests with examples and documents. */
import { existsSync } from 'node:fs';
import { makeScratchFolder } from './tests/scratch-folder.ts';
import { tierCommand } from './tests/test-command.ts';

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

// The bench's peers are no part of the install; without them its types are unknown.
const hasPeers = existsSync('bench/call/node_modules');

/** They look at files only: two at a time, and what each says in one piece. */
const looks: readonly Check[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  {
    name: 'lint',
    command: [
      'oxlint',
      '--type-aware',
      'packages',
      'examples',
      'scripts',
      'docs',
      'chaos',
      'fuzz',
      ...(hasPeers ? ['bench'] : []),
    ],
  },
  { name: 'types', command: ['tsc', '-p', '.'] },
  ...(hasPeers ? [{ name: 'types of the bench', command: ['tsc', '-p', 'bench'] }] : []),
  { name: 'unused code', command: ['bun', '--bun', 'knip'] },
  { name: 'error pages', command: ['bun', '--no-install', 'scripts/error-pages.ts', '--check'] },
  { name: 'stock bundle', command: ['bun', '--no-install', 'scripts/stock.ts', '--check'] },
  { name: 'references', command: ['bun', '--no-install', 'scripts/reference.ts', '--check'] },
];
const tests: Check = { name: 'tests', command: tierCommand };

const failed: string[] = [];
const waiting = [...looks];
await Promise.all([next(), next()]);
const scratch = makeScratchFolder();
await check(tests, 'inherit', scratch.env);
scratch.remove();
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
console.log(`checks: ${looks.length + 1 - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function next(): Promise<void> {
  for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) await check(look, 'pipe');
}

async function check({ name, command }: Check, output: 'inherit' | 'pipe', env = {}): Promise<void> {
  const started = performance.now();
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: output,
    stderr: output,
  });
  const [status, ...said] = await Promise.all([child.exited, textOf(child.stdout), textOf(child.stderr)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(said.join(''));
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}  (${seconds} s)\n`);
  if (status !== 0) failed.push(name);
}

function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream === undefined ? Promise.resolve('') : new Response(stream).text();
}
