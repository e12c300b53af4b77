import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '@goondan/core';
import { leftAfter } from './process/system-processes.ts';
import { reportSchema } from './report-schema.ts';
import type { ScenarioOptions, ScenarioReport } from './scenario.ts';

/** How long a scenario may take: for itself, and for each fault. */
const limitMs = { start: 180_000, fault: 8_000 };
const goneMs = 3_000;

/** A scenario that was run, with its name. */
export interface RunReport extends ScenarioReport {
  readonly name: string;
  readonly seconds: number;
}

/** Runs a scenario in a process of its own: one that crashes or hangs is a broken promise like any other, and so is what it leaves behind. */
export async function runInProcess(name: string, options: ScenarioOptions): Promise<RunReport> {
  const { seed, faults } = options;
  const root = join(options.root, name);
  mkdirSync(root, { recursive: true });
  const started = performance.now();
  const variable = `CHAOS_SCENARIO=${randomUUID()}`;
  const script = join(import.meta.dir, 'run-scenario.ts');
  const child = Bun.spawn(
    [process.execPath, '--no-install', script, name, root, String(seed), String(faults)],
    {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...process.env, CHAOS_SCENARIO: variable.slice(variable.indexOf('=') + 1) },
    },
  );
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs.start + faults * limitMs.fault);
  const [printed, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  clearTimeout(limit);
  // One that was ended in the middle leaves its small disk mounted.
  if (exitCode !== 0 && Bun.which('umount') !== null)
    Bun.spawnSync(['umount', '-l', join(root, 'disk')], { stderr: 'ignore' });
  const left = await leftAfter(goneMs, { of: [], variable });
  const orphans = left.map((one) => `${one.name} ${one.pid} was left behind.`);
  const report = exitCode === 0 ? reportSchema.parse(parseJson(printed)) : crashed(exitCode, errors);
  if (report.violations.length + orphans.length === 0) rmSync(root, { recursive: true, force: true });
  return {
    ...report,
    name,
    orphans: report.orphans + orphans.length,
    violations: [...report.violations, ...orphans],
    seconds: (performance.now() - started) / 1000,
  };
}

function crashed(exitCode: number, errors: string): ScenarioReport {
  const violations = [`The scenario ended with ${exitCode}: ${errors.trim().slice(-2_000)}`];
  return { events: 0, faults: {}, kills: 0, lost: 0, doubleStarts: 0, orphans: 0, violations, counts: {} };
}
