/** The one command that checks all: format, lint, types, unused code, error pages, tests with examples and documents. */
import { existsSync } from 'node:fs';

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

// The bench's peers are no part of the install; without them its types are unknown.
const hasPeers = existsSync('bench/call/node_modules');

const checks: readonly Check[] = [
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
      ...(hasPeers ? ['bench'] : []),
    ],
  },
  { name: 'types', command: ['tsc', '-p', '.'] },
  ...(hasPeers ? [{ name: 'types of the bench', command: ['tsc', '-p', 'bench'] }] : []),
  { name: 'unused code', command: ['bun', '--bun', 'knip'] },
  { name: 'error pages', command: ['bun', '--no-install', 'scripts/error-pages.ts', '--check'] },
  { name: 'stock bundle', command: ['bun', '--no-install', 'scripts/stock.ts', '--check'] },
  { name: 'references', command: ['bun', '--no-install', 'scripts/reference.ts', '--check'] },
  { name: 'tests', command: ['bun', 'test', '--timeout', '60000', '--parallel'] },
];

const failed: string[] = [];
for (const { name, command } of checks) {
  const started = performance.now();
  const status = await run(command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}  (${seconds} s)\n`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
console.log(`checks: ${checks.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(command: readonly string[]): Promise<number> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
  return child.exited;
}
