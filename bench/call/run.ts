import { parseArgs } from 'node:util';
import { judge } from './checks.ts';
import type { Contestant } from './contestant.ts';
import { ajv } from './contestants/ajv.ts';
import { bare } from './contestants/bare.ts';
import { floor } from './contestants/floor.ts';
import { oursOutput } from './contestants/ours-output.ts';
import { ours, oursCatalog } from './contestants/ours.ts';
import { measure, measureDefaults } from './measure.ts';
import { formatMemoryReport, measureMemory } from './memory.ts';
import { names } from './names.ts';
import { installCommand, loadPeers, peersAreInstalled } from './peers.ts';
import { checkProcesses, measureInProcesses } from './repeat.ts';
import { describeMachine, difference, formatReport, type Report, rowsOf } from './report.ts';

const usage = `Usage: bun run bench:call [--json] [--check] [--memory] [--only TEXT] [--rounds N]

  --json      exactly one JSON value on stdout
  --check     measure in ${checkProcesses} fresh processes; exit 1 when the middle of a promised ratio is broken
  --memory    a million calls instead of times; exit 1 when memory grows
  --only TEXT measure only contestants whose name holds TEXT, and the floor
  --rounds N  batches of each contestant (default ${measureDefaults.rounds})`;

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
  return options.memory ? await runMemory(options) : await runTimes(options);
}

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly check: boolean;
  readonly memory: boolean;
  readonly only: string;
  readonly rounds: number;
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
        memory: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        rounds: { type: 'string', default: String(measureDefaults.rounds) },
      },
    });
    const rounds = Number(values.rounds);
    if (!Number.isSafeInteger(rounds) || rounds < 1)
      return `--rounds must be a whole number of at least 1, got ${values.rounds}`;
    return { ...values, rounds };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function runTimes(options: Options): Promise<number> {
  const report = options.check ? await measureInProcesses(flagsOf(options)) : await measureAll(options);
  console.log(options.json ? JSON.stringify(report) : formatReport(report));
  const broken = report.checks.filter((check) => !check.ok);
  for (const check of broken)
    console.error(`broken: ${check.name} must be ${check.limit}, is ${check.got} ×`);
  return options.check && broken.length > 0 ? 1 : 0;
}

function flagsOf({ only, rounds }: Options): readonly string[] {
  return ['--only', only, '--rounds', String(rounds)];
}

async function measureAll(options: Options): Promise<Report> {
  const all: readonly Contestant[] = [
    bare(),
    ajv(),
    floor(),
    ...ours(),
    ...oursCatalog(),
    ...oursOutput(),
    ...(await peers()),
  ];
  const chosen = all.filter(({ name }) => name === names.floor || name.includes(options.only));
  const samples = await measure(chosen, { ...measureDefaults, rounds: options.rounds });
  for (const contestant of all) await contestant.close?.();
  const callAlone = difference(samples, {
    name: names.aiSdkCallAlone,
    of: names.aiSdkStepWithCall,
    minus: names.aiSdkStepWithoutCall,
  });
  const contestants = rowsOf(callAlone === undefined ? samples : [...samples, callAlone]);
  return { machine: describeMachine(), contestants, checks: judge(contestants) };
}

async function peers(): Promise<readonly Contestant[]> {
  if (peersAreInstalled()) return await loadPeers();
  console.error(`The peers are not installed: measuring without them. Install: ${installCommand}`);
  return [];
}

async function runMemory(options: Options): Promise<number> {
  const report = await measureMemory();
  console.log(options.json ? JSON.stringify(report) : formatMemoryReport(report));
  return report.memory.every((row) => row.ok) ? 0 : 1;
}
