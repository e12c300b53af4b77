import { judgeRatio } from './checks.ts';
import { type Report, reportSchema, type Row } from './report.ts';
import { median } from './statistics.ts';

/** How many fresh processes a check takes: one process alone is off by several percent, as its compiled code and heap happen to lie. */
export const checkProcesses = 5;

/** Measures in fresh processes one after the other and takes the middle of what they found: none is left out, none is run again. */
export async function measureInProcesses(flags: readonly string[]): Promise<Report> {
  const reports: Report[] = [];
  for (let index = 0; index < checkProcesses; index += 1) reports.push(await measureInProcess(flags));
  return mergeReports(reports);
}

async function measureInProcess(flags: readonly string[]): Promise<Report> {
  const script = Bun.fileURLToPath(new URL('run.ts', import.meta.url));
  const child = Bun.spawn([process.execPath, '--no-install', script, '--json', ...flags], { stderr: 'pipe' });
  const [text, complaints] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode !== 0) throw new Error(`a measuring process failed: ${complaints}`);
  return reportSchema.parse(JSON.parse(text));
}

function mergeReports(reports: readonly Report[]): Report {
  const [first] = reports;
  if (first === undefined) throw new Error('there is no report to merge');
  const rows = reports.flatMap((report) => report.contestants);
  const checks = reports.flatMap((report) => report.checks);
  return {
    machine: first.machine,
    contestants: first.contestants.map(({ name }) => mergeRows(rows.filter((row) => row.name === name))),
    checks: first.checks.map(({ name }) =>
      judgeRatio(name, median(checks.filter((check) => check.name === name).map((check) => check.got))),
    ),
  };
}

function mergeRows(rows: readonly Row[]): Row {
  const middle = (valueOf: (row: Row) => number) => median(rows.map(valueOf));
  return {
    name: rows[0]?.name ?? '',
    medianNs: middle((row) => row.medianNs),
    p10: middle((row) => row.p10),
    p90: middle((row) => row.p90),
    ratioToFloor: middle((row) => row.ratioToFloor),
  };
}
