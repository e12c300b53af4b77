/** Runs all benches one after the other, says what was promised and what was reached, writes the page and the chart, and compares with the run before. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCommand, peersAreInstalled } from './call/peers.ts';
import { benches, type Bench } from './summary/benches.ts';
import { busyCores } from './summary/busy-cores.ts';
import { chartOf } from './summary/chart.ts';
import { decaysSince, formatComparison, tolerance } from './summary/compare.ts';
import { isBusy, withTables } from './summary/page.ts';
import { formatLimit, formatValue, isReached, type Result } from './summary/result.ts';
import {
  describeMachine,
  formatMachine,
  readStoredRun,
  storeRun,
  type StoredRun,
} from './summary/stored-run.ts';
import { formatTable } from './call/report.ts';

const documents = join(import.meta.dir, '../docs');
const page = join(documents, 'reference/benchmarks.md');
const names = benches.map(({ name }) => name);

const usage = `Usage: bun run bench [--only NAME] [--short] [--check] [--write] [--json]

  --only NAME  only this bench, may be given more than once: ${names.join(', ')}
  --short      fewer rounds, one process each (about 5 minutes)
  --check      exit 1 when a promise is not reached, or a figure is worse by more than ${tolerance * 100} % than in the stored run
  --write      write also what a part or a short run has found
  --json       exactly one JSON value on stdout

A whole run (about 10 minutes) writes docs/reference/benchmarks.md, docs/benchmarks.svg and bench/results/last.json; others write nothing by themselves.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  if (!peersAreInstalled()) {
    console.error(`The peers are not installed. Install: ${installCommand}`);
    return 2;
  }
  const run = await runBenches(options);
  const before = await readStoredRun();
  const decays = before === undefined ? [] : decaysSince(before, run);
  console.log(
    options.json
      ? JSON.stringify({ ...run, decays })
      : `${formatRun(run)}\n\n${formatComparison(before, decays)}`,
  );
  if (options.write || (!options.isShort && options.only.length === 0)) await write(run);
  const isBroken = run.results.some((result) => isReached(result) === false) || decays.length > 0;
  return options.check && isBroken ? 1 : 0;
}

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly check: boolean;
  readonly isShort: boolean;
  readonly write: boolean;
  readonly only: readonly string[];
}

/** The options, or what is wrong with them. */
function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    });
    const { short: isShort, ...rest } = values;
    const unknown = rest.only.find((name) => !names.includes(name));
    return unknown === undefined ? { ...rest, isShort } : `--only takes ${names.join(', ')}, got ${unknown}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function runBenches({ only, isShort }: Options): Promise<StoredRun> {
  const started = performance.now();
  let load = 0;
  const results: Result[] = [];
  for (const bench of benches) {
    if (only.length > 0 && !only.includes(bench.name)) continue;
    const busy = await busyCores();
    if (isBusy(busy))
      console.error('The machine is at work: wait until it is quiet, or trust nothing but ratios.');
    load = Math.max(load, Number(busy.toFixed(1)));
    const begun = performance.now();
    results.push(...(await runBench(bench, isShort)));
    console.error(`${bench.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  const rounded = results.map((result) => ({ ...result, value: Number(result.value.toPrecision(4)) }));
  const date = new Date().toISOString().slice(0, 10);
  const seconds = Math.round((performance.now() - started) / 1000);
  return { date, machine: describeMachine(), isShort, load, seconds, results: rounded };
}

async function runBench({ name, args, shortArgs = args, read }: Bench, isShort: boolean): Promise<Result[]> {
  const [script = '', ...flags] = isShort ? shortArgs : args;
  const child = Bun.spawn([process.execPath, '--no-install', join(import.meta.dir, script), ...flags], {
    stdin: 'ignore',
    stderr: 'pipe',
  });
  const [text, complaints] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  // 1 says that a promise is broken, which the report says too.
  if (child.exitCode !== 0 && (child.exitCode !== 1 || text === ''))
    throw new Error(`the bench ${name} ended with ${child.exitCode ?? child.signalCode}: ${complaints}`);
  return read(JSON.parse(text));
}

function formatRun({ date, machine, seconds, results }: StoredRun): string {
  const rows = results.map((result) => {
    const isKept = isReached(result);
    const verdict = isKept === undefined ? '' : isKept ? 'reached' : 'NOT REACHED';
    return [result.bench, result.name, formatValue(result), formatLimit(result), verdict];
  });
  return [
    `${date} · ${formatMachine(machine)} · ${seconds} s`,
    formatTable([['bench', 'what', 'measured', 'promised', ''], ...rows]),
  ].join('\n\n');
}

async function write(run: StoredRun): Promise<void> {
  await Bun.write(page, withTables(await Bun.file(page).text(), run));
  await Bun.write(join(documents, 'benchmarks.svg'), chartOf(run));
  await storeRun(run);
}
