import { median } from '../call/statistics.ts';
import { judgeRule } from './checks.ts';
import type { Figure } from './figure.ts';
import { reportSchema, type Report } from './report.ts';

/** How many fresh processes a check takes: one alone is off by several percent, and a disk by more. */
export const checkProcesses = 5;

/** Measures in fresh processes one after the other and takes the middle of what they found: none is left out, none is run again. */
export async function measureInProcesses(command: string, flags: readonly string[]): Promise<Report> {
  const reports: Report[] = [];
  for (let index = 0; index < checkProcesses; index += 1) reports.push(await measureInProcess(flags));
  return mergeReports(command, reports);
}

async function measureInProcess(flags: readonly string[]): Promise<Report> {
  const script = Bun.fileURLToPath(new URL('run.ts', import.meta.url));
  const child = Bun.spawn([process.execPath, '--no-install', script, '--json', ...flags], { stderr: 'pipe' });
  const [text, complaints] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode !== 0) throw new Error(`a measuring process failed: ${complaints}`);
  return reportSchema.parse(JSON.parse(text));
}

/** Ratios are those within a process: what hits a process hits both of their sides. */
function mergeReports(command: string, reports: readonly Report[]): Report {
  const [first] = reports;
  if (first === undefined) throw new Error('there is no report to merge');
  const figures = reports.flatMap((report) => report.figures);
  const checks = reports.flatMap((report) => report.checks);
  return {
    command,
    machine: first.machine,
    processes: reports.length,
    figures: first.figures.map((figure) =>
      mergeFigures(
        figures.filter(({ name }) => name === figure.name),
        figure,
      ),
    ),
    checks: first.checks.map(({ name }) =>
      judgeRule(name, median(checks.filter((check) => check.name === name).map(({ got }) => got))),
    ),
  };
}

function mergeFigures(figures: readonly Figure[], { name, unit }: Figure): Figure {
  const middle = (valueOf: (figure: Figure) => number) => median(figures.map(valueOf));
  return {
    name,
    unit,
    median: middle((figure) => figure.median),
    p10: middle((figure) => figure.p10),
    p90: middle((figure) => figure.p90),
  };
}
