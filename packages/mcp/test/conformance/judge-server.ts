import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { owner, serveMcpHttp } from '@goondan/mcp';
import { z } from 'zod';
import { fixtureSource } from './fixture/fixture-source.ts';
import { conformance } from './judges.ts';

/** What the checks of a scenario came to. */
export interface ScenarioVerdict {
  readonly scenario: string;
  /** Whether the revision requires it. */
  readonly isScored: boolean;
  readonly passed: number;
  readonly failed: number;
  /** Why, one line a check. */
  readonly reasons: readonly string[];
}

const requirementsSchema = z.looseObject({ server: z.array(z.string()) });
const checksSchema = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** Has the official tool judge our server by a revision. */
export async function judgeServer(revision: string): Promise<ScenarioVerdict[]> {
  const { server: scored } = requirementsSchema.parse(
    Bun.YAML.parse(await Bun.file(conformance.requirements(revision)).text()),
  );
  const folder = await mkdtemp(join(tmpdir(), 'goondan-conformance-'));
  const server = await serveMcpHttp({
    source: fixtureSource(),
    info: { name: 'goondan-conformance', version: '0.0.0' },
    findCaller: { openTo: owner },
  });
  try {
    await runTool(['server', '--url', server.url, '--requirements', revision, '-o', folder]);
    const verdicts: ScenarioVerdict[] = [];
    for (const name of (await readdir(folder)).toSorted()) {
      const [, scenario = name] = /^server-(.+)-\d{4}-\d\d-\d\dT.*$/.exec(name) ?? [];
      const checks = checksSchema.parse(await Bun.file(join(folder, name, 'checks.json')).json());
      const failures = checks.filter(({ status }) => status === 'FAILURE');
      verdicts.push({
        scenario,
        isScored: scored.includes(scenario),
        passed: checks.filter(({ status }) => status === 'SUCCESS').length,
        failed: failures.length,
        reasons: failures.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`),
      });
    }
    const missing = scored.filter((name) => !verdicts.some(({ scenario }) => scenario === name));
    if (missing.length > 0) throw new Error(`the tool did not judge ${missing.join(', ')}`);
    return verdicts;
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** It judges in a process of its own; what it prints is only of interest when it breaks. */
async function runTool(args: readonly string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, '--no-install', conformance.program, ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  // 1: something failed; which, stands in its files.
  if (code !== 0 && code !== 1) throw new Error(`the conformance tool ended with ${code}: ${out}${err}`);
}
