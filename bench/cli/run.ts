/**
 * What it costs to type a command: fresh processes, in turn, so that noise of the machine hits all alike. `gdn` is the file that npm links
 * into `node_modules/.bin`; what `npx` adds before it starts is npm's. Prints medians of wall and CPU time and their ratios to `bun -e 0`;
 * with `--check` the exit code is 1 when a promised ratio is broken, with `--json` it is one JSON value.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, formatMachine, formatTable } from '../call/report.ts';
import { median } from '../call/statistics.ts';

interface Contestant {
  readonly name: string;
  readonly command: readonly string[];
  /** The most it may be of `bun -e 0`; without it the ratio is only shown. */
  readonly atMost?: number;
}

const rounds = 21;
const bun = process.execPath;
const gdn = join(import.meta.dir, '../../node_modules/.bin/gdn');
const folder = await mkdtemp(join(tmpdir(), 'goondan-bench-cli-'));
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GOONDAN_STATE_ROOT: join(folder, 'state') };

const contestants: readonly Contestant[] = [
  { name: 'bun -e 0', command: [bun, '-e', '0'] },
  { name: 'gdn --version', command: [gdn, '--version'], atMost: 2 },
  { name: 'gdn --help', command: [gdn, '--help'] },
  { name: 'gdn __complete tool call', command: [gdn, '__complete', '--', 'tool', 'call', ''] },
  // As it is typed again and again: nothing has changed since it was found valid.
  { name: 'gdn validate, unchanged', command: [gdn, 'validate'], atMost: 5 },
  // After an edit: YAML, schemas and modules are read anew.
  { name: 'gdn validate, after an edit', command: [gdn, 'validate', '--no-cache'] },
];

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

async function cost(command: readonly string[]): Promise<Cost> {
  const started = performance.now();
  const child = Bun.spawn([...command], {
    cwd: folder,
    env,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const code = await child.exited;
  const wall = performance.now() - started;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${await child.stderr.text()}`);
  return { wall, cpu: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 };
}

try {
  const bundle = join(folder, 'bundle');
  await cost([gdn, 'init', bundle]);
  const costs = new Map<string, Cost[]>(contestants.map(({ name }) => [name, []]));
  // The first round warms the caches of the disk, and ours.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, command } of contestants) {
      const typed = command.includes('validate') ? [...command, bundle] : command;
      const one = await cost(typed);
      if (round > 0) costs.get(name)?.push(one);
    }
  }
  const middle = (name: string, part: keyof Cost): number =>
    median((costs.get(name) ?? []).map((one) => one[part]));
  const [floor] = contestants.map(({ name }) => ({ wall: middle(name, 'wall'), cpu: middle(name, 'cpu') }));
  const commands = contestants.map(({ name, atMost }) => {
    const [wallMs, cpuMs] = [middle(name, 'wall'), middle(name, 'cpu')];
    const ofBun = wallMs / (floor?.wall ?? Number.NaN);
    const isKept = atMost === undefined || ofBun <= atMost;
    const limits = atMost === undefined ? {} : { atMost };
    return { name, wallMs, cpuMs, ofBun, cpuOfBun: cpuMs / (floor?.cpu ?? Number.NaN), ...limits, isKept };
  });
  if (process.argv.includes('--json')) console.log(JSON.stringify({ machine: describeMachine(), commands }));
  else {
    const rows = commands.map(({ name, wallMs, cpuMs, ofBun, cpuOfBun, atMost, isKept }) => {
      const promise = atMost === undefined ? '' : `${isKept ? 'ok' : 'BROKEN'}  ≤ ${atMost} ×`;
      const shares = [ofBun, cpuOfBun].map((share) => `${share.toFixed(2)} ×`);
      return [name, `${wallMs.toFixed(1)} ms`, `${cpuMs.toFixed(1)} ms`, ...shares, promise];
    });
    console.log(`${formatMachine(describeMachine())}\n`);
    console.log(formatTable([['typed', 'wall', 'CPU', 'wall of bun -e 0', 'CPU of bun -e 0', ''], ...rows]));
  }
  if (commands.some(({ isKept }) => !isKept) && process.argv.includes('--check')) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
