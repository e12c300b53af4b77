import { join } from 'node:path';
import { planKill, type KillPlan } from '../kill-plan.ts';
import { seededRandom } from '../random.ts';
import { runVictim, type VictimEnd } from '../victim.ts';
import { writeBundle, type Sabotage } from './bundle.ts';
import { campaignFolder, readEvidence, type CampaignFolder } from './evidence.ts';
import { judge, type Verdict } from './judge.ts';
import { inspectState } from './inspect-state.ts';

/** How a campaign is run. */
export interface CampaignOptions {
  /** An empty folder for everything it writes. */
  readonly root: string;
  readonly kills: number;
  readonly seed: number;
  /** Told after each kill. */
  readonly onKill?: (count: number) => void;
  /** When to kill, instead of moments of the seed's choice. */
  readonly plan?: KillPlan;
  /** What is made wrong on purpose, by tests of the judge. */
  readonly sabotage?: Sabotage;
}

/** What a campaign came to. */
export interface CampaignReport extends Verdict {
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
}

const words = { ready: 'ready', others: ['accepted', 'start', 'effect', 'end', 'outcome'] } as const;
const killLimitMs = 60_000;
const drainLimitMs = 180_000;

/** Kills the process that runs turns again and again, lets the last one finish, and judges what was left behind. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { root, kills, seed, sabotage, onKill } = options;
  const started = performance.now();
  const random = seededRandom(seed);
  const folder = campaignFolder(root);
  await writeBundle(folder.bundle, random, sabotage);
  const violations: string[] = [];
  let count = 0;
  while (count < kills && violations.length === 0) {
    const plan = options.plan ?? planKill(random, words);
    const end = await runVictim({ ...victim('feed', root, folder), plan, limitMs: killLimitMs });
    if (end.isKilled) count += 1;
    else violations.push(ownEnd('A process', end));
    onKill?.(count);
  }
  const end = await runVictim({ ...victim('drain', root, folder), limitMs: drainLimitMs });
  if (end.exitCode !== 0) violations.push(ownEnd('The last process', end));
  const verdict = judge(readEvidence(folder));
  return {
    seed,
    kills: count,
    seconds: (performance.now() - started) / 1000,
    counts: verdict.counts,
    violations: [...violations, ...verdict.violations, ...inspectState(folder.state)],
  };
}

function victim(mode: 'feed' | 'drain', root: string, folder: CampaignFolder) {
  return {
    script: join(import.meta.dir, 'worker.ts'),
    args: [mode, root],
    env: { CHAOS_EFFECTS: folder.effects, CHAOS_CONVERSATIONS: folder.conversations },
  };
}

function ownEnd(what: string, { exitCode, isStuck, errors, heard }: VictimEnd): string {
  const how = isStuck ? 'got stuck' : `ended by itself with ${exitCode}`;
  const said = Array.from(heard, ([word, count]) => `${count} × ${word}`).join(', ');
  return `${what} ${how}, having said ${said === '' ? 'nothing' : said}: ${errors.trim().slice(0, 2000)}`;
}
