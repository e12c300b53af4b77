import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { planKill, type KillPlan } from '../kill-plan.ts';
import { seededRandom, type Random } from '../random.ts';
import { campaignFolder, type CampaignFolder } from '../turn/evidence.ts';
import { later, type VictimOptions } from '../victim.ts';
import { AgentKiller, words } from './agent-killer.ts';
import { writeBundle, type BundleOptions } from './bundle.ts';
import { readProcessEvidence } from './evidence.ts';
import { inspectProcessState } from './inspect-state.ts';
import { judgeProcesses, type Verdict } from './judge.ts';
import { Life } from './life.ts';
import { Orphans } from './orphans.ts';
import { RestartTimes, timesOf, type Times } from './restart-times.ts';

/** How a campaign is run. */
export interface ProcessCampaignOptions extends BundleOptions {
  /** An empty folder for everything it writes. */
  readonly root: string;
  readonly agentKills: number;
  readonly orchestratorKills: number;
  readonly seed: number;
  /** Told after each kill of an orchestrator. */
  readonly onLife?: (kills: { readonly agents: number; readonly orchestrators: number }) => void;
  /** When to kill agent processes, instead of moments of the seed's choice. */
  readonly plan?: KillPlan;
  /** What its processes find in their environment besides. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a campaign came to. */
export interface ProcessCampaignReport extends Verdict {
  readonly seed: number;
  readonly agentKills: number;
  /** Kills of processes that were starting or kept at hand, besides. */
  readonly idleKills: number;
  readonly orchestratorKills: number;
  readonly orphans: number;
  /** From the kill of an agent process with something to do until a turn runs in the next. */
  readonly agentRestart: Times;
  /** Restarts besides that a kill came before. */
  readonly cutRestarts: number;
  /** From the start of an orchestrator until a turn runs. */
  readonly orchestratorRestart: Times;
  readonly seconds: number;
  /** Processors, and how many processes wanted one in the last minute: times are worth little where that is many more. */
  readonly machine: { readonly processors: number; readonly load: number };
}

const wordLimitMs = 30_000;
/** One that takes longer is late, whatever comes of it. */
const restartLimitMs = 10_000;
const drainLimitMs = 600_000;

/** Kills agent processes and orchestrators again and again, lets the last one finish, and judges what was left behind. */
export async function runProcessCampaign(options: ProcessCampaignOptions): Promise<ProcessCampaignReport> {
  const { root, seed, sabotage, answerMs, onLife, env = {} } = options;
  const started = performance.now();
  const random = seededRandom(seed);
  const folder = campaignFolder(root);
  await writeBundle(folder.bundle, random, { sabotage, answerMs });
  const times = new RestartTimes();
  const orphans = new Orphans();
  const killer = new AgentKiller(random, { times, orphans, plan: options.plan });
  const violations: string[] = [];
  let orchestratorKills = 0;
  while (orchestratorKills < options.orchestratorKills && violations.length === 0) {
    const life = new Life(orchestrator('feed', { root, folder, env }));
    times.begin(life);
    killer.begin(life);
    const lives = options.orchestratorKills - orchestratorKills;
    const end = killer.count + share(random, options.agentKills - killer.count, lives);
    const isWellSoFar = await live(life, random, { killer, times, isDone: () => killer.count >= end });
    if (isWellSoFar) {
      orphans.ofOrchestrator(life);
      orchestratorKills += 1;
    } else violations.push(ownEnd('An orchestrator', life));
    life.kill();
    await life.ended;
    onLife?.({ agents: killer.count, orchestrators: orchestratorKills });
  }
  const [load = 0] = loadavg();
  const last = new Life(orchestrator('drain', { root, folder, env }));
  const stuck = setTimeout(() => last.kill(), drainLimitMs);
  const exitCode = await last.ended.finally(() => clearTimeout(stuck));
  if (exitCode !== 0) violations.push(ownEnd('The last orchestrator', last));
  const found = await orphans.found();
  const verdict = judgeProcesses(readProcessEvidence(folder));
  return {
    seed,
    agentKills: killer.count,
    idleKills: killer.idleCount,
    orchestratorKills,
    orphans: found.length,
    agentRestart: timesOf(times.agents),
    cutRestarts: times.cutCount,
    orchestratorRestart: timesOf(times.orchestrators),
    seconds: (performance.now() - started) / 1000,
    machine: { processors: availableParallelism(), load },
    counts: verdict.counts,
    violations: [...violations, ...found, ...verdict.violations, ...inspectProcessState(folder.state)],
  };
}

function orchestrator(
  mode: 'feed' | 'drain',
  { root, folder, env }: { root: string; folder: CampaignFolder; env: Readonly<Record<string, string>> },
): Pick<VictimOptions, 'script' | 'args' | 'env'> {
  return {
    script: join(import.meta.dir, 'orchestrator.ts'),
    args: [mode, root],
    env: { CHAOS_EFFECTS: folder.effects, CHAOS_CONVERSATIONS: folder.conversations, ...env },
  };
}

/** How many of the kills that are left belong to one of the lives that are left. */
function share(random: Random, kills: number, lives: number): number {
  return lives <= 1 ? kills : Math.min(kills, random.below((2 * kills) / lives + 1));
}

/** Kills agents as often as planned, and comes back at the moment to kill the orchestrator; false when something is wrong. */
async function live(
  life: Life,
  random: Random,
  { killer, times, isDone }: { killer: AgentKiller; times: RestartTimes; isDone: () => boolean },
): Promise<boolean> {
  const hasAgentKills = !isDone();
  while (!isDone()) if (!(await killer.kill(life))) return false;
  // The other times it is killed while agents are being started again, which then cannot be measured.
  if (random.next() < 0.75) await times.settled(restartLimitMs);
  const { after, count, delayMs } = planKill(random, words);
  // It was ready long ago, when agents have been killed.
  const isHeard = after !== undefined && !(hasAgentKills && after === words.ready);
  if (isHeard && (await life.after(after, count, wordLimitMs)) === undefined) return false;
  await new Promise<void>((resolve) => later(delayMs, resolve));
  return !life.hasEnded;
}

function ownEnd(what: string, { hasEnded, printed }: Life): string {
  return `${what} ${hasEnded ? 'ended by itself' : 'got stuck'}, having printed: ${printed.trim()}`;
}
