import { parseArgs } from 'node:util';
import { installCommand, peersAreInstalled } from '../call/peers.ts';
import { measureCommits } from './commits.ts';
import type { Figure } from './figure.ts';
import { checkProcesses, measureInProcesses } from './repeat.ts';
import { formatReport, reportOf, type Report } from './report.ts';
import { inStateFolder } from './state-folder.ts';
import { measureSteps } from './steps.ts';
import { measureThroughput } from './throughput.ts';

const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  commits: () => inStateFolder(measureCommits),
  throughput: () => inStateFolder(measureThroughput),
  steps: measureSteps,
};
const partNames = Object.keys(parts);

const usage = `Usage: bun --no-install bench/turn/run.ts [--json] [--check] [--only NAME]

  --json       exactly one JSON value on stdout
  --check      measure in ${checkProcesses} fresh processes; exit 1 when the middle of a promised ratio is broken
  --only NAME  only one part: ${partNames.join(', ')}`;

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
  if (!peersAreInstalled())
    console.error(`The AI SDK is not installed: measuring without it. Install: ${installCommand}`);
  const command = ['bun --no-install bench/turn/run.ts', ...args].join(' ');
  const report = await measured(command, options);
  console.log(options.json ? JSON.stringify(report) : formatReport(report));
  const broken = report.checks.filter((check) => !check.ok);
  for (const { name, limit, got } of broken) console.error(`broken: ${name} must be ${limit}, is ${got}`);
  return options.check && broken.length > 0 ? 1 : 0;
}

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly check: boolean;
  readonly only: string;
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
        only: { type: 'string', default: '' },
      },
    });
    const isKnown = values.only === '' || partNames.includes(values.only);
    return isKnown ? values : `--only takes one of ${partNames.join(', ')}, got ${values.only}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function measured(command: string, { check, only }: Options): Promise<Report> {
  if (check) return measureInProcesses(command, ['--only', only]);
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(parts))
    if (only === '' || only === name) figures.push(...(await measure()));
  return reportOf(command, figures);
}
