import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conformance } from './judges.ts';

/** What the judge says of one scenario. */
export interface ScenarioCount {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  /** False for one that the revision does not require. */
  readonly isScored: boolean;
}

const fixture = `${process.execPath} --no-install ${join(import.meta.dir, 'client.ts')}`;

/** Has the official conformance tool judge our client by one revision. Throws when it gave no summary. */
export async function judgeClient(revision: string): Promise<ScenarioCount[]> {
  const args = ['client', '--command', fixture, '--requirements', revision, '--timeout', '120000'];
  const folder = await mkdtemp(join(tmpdir(), 'goondan-judge-'));
  const child = Bun.spawn([process.execPath, '--no-install', conformance.program, ...args, '-o', folder], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
  });
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  await rm(folder, { recursive: true, force: true });
  const text = `${said}\n${complained}`;
  const counts = [...text.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)];
  if (counts.length === 0) throw new Error(`The judge said nothing:\n${text.slice(-2000)}`);
  const notScored = new Set([...text.matchAll(/^ +[✓✗] (\S+) \(/gmu)].map(([, scenario]) => scenario));
  return counts.map(([, scenario = '', passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
    isScored: !notScored.has(scenario),
  }));
}

/** Prints the counts; true where nothing that is scored failed. */
export function reportCounts(title: string, counts: readonly ScenarioCount[]): boolean {
  const scored = counts.filter(({ isScored }) => isScored);
  const sum = (key: 'passed' | 'failed'): number => scored.reduce((total, count) => total + count[key], 0);
  for (const { scenario, passed, failed, isScored } of counts)
    if (failed > 0)
      console.log(`  ${scenario}: ${passed} passed, ${failed} failed${isScored ? '' : ' (not scored)'}`);
  console.log(
    `${title}: ${scored.length} scored scenarios, ${sum('passed')} checks passed, ${sum('failed')} failed`,
  );
  return sum('failed') === 0;
}
