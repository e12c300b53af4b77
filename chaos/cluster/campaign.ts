import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { startCluster, type RestateCluster } from '@goondan/cluster';
import { seededRandom } from '../random.ts';
import { campaignFolder, type CampaignFolder } from '../turn/evidence.ts';
import { writeBundle } from '../process/bundle.ts';
import { readProcessEvidence } from '../process/evidence.ts';
import { judgeProcesses, type Verdict } from '../process/judge.ts';
import { timesOf, type Times } from '../process/restart-times.ts';
import { descendantsOf, leftAfter } from '../process/system-processes.ts';
import { AnyServer } from './any-server.ts';
import { ClusterLoad } from './cluster-load.ts';
import { Killer } from './killer.ts';
import { openWork } from './open-work.ts';
import { Persons } from './persons.ts';
import type { QuietStretch } from './quiet-turns.ts';
import { Recovery } from './recovery.ts';
import { WorkerProcess } from './worker-process.ts';

/** How a campaign is run. */
export interface ClusterCampaignOptions {
  /** An empty folder for everything it writes. */
  readonly root: string;
  readonly kills: number;
  readonly seed: number;
  readonly nodes: number;
  readonly workers: number;
  /** Told after each kill. */
  readonly onKill?: (kills: { readonly workers: number; readonly nodes: number }) => void;
}

/** What a campaign came to. */
export interface ClusterCampaignReport extends Verdict {
  readonly seed: number;
  readonly kills: { readonly workers: number; readonly nodes: number };
  /** Calls that waited for a person. */
  readonly held: number;
  readonly orphans: number;
  /** From a kill until the next turn ended. */
  readonly nextTurn: Times;
  /** From a kill until every turn ended that was open then. */
  readonly openTurns: Times;
  /** From acceptance to end, of all turns, through all kills. */
  readonly turns: Times;
  /** The longest that each turn stayed open with nothing killed meanwhile. */
  readonly quiet: Times;
  /** What clients met on their way to a server, by code; each was tried again. */
  readonly met: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly machine: { readonly processors: number; readonly load: number };
}

const orphanLimitMs = 5_000;
/**
 * A turn that is open for longer, while nothing is killed, hangs. What it may honestly take: half a second and the start of what was killed, another
 * server's election (some ten seconds), five seconds until what failed is tried again, and the turns in front of it.
 */
const quietLimitMs = 30_000;

/** Kills workers and servers of a cluster at work, lets it finish, and judges what was left behind. */
export async function runClusterCampaign(options: ClusterCampaignOptions): Promise<ClusterCampaignReport> {
  const { root, seed } = options;
  const started = performance.now();
  const random = seededRandom(seed);
  const folder = campaignFolder(root);
  await writeBundle(folder.bundle, random, {
    // Where something is killed every other second a request may take longer than it usually has; one that hangs is told by `quietLimitMs`.
    requestMs: 600_000,
    policy: { tools: { approvals: [{ tool: 'more__reading' }] } },
  });
  const cluster = await startCluster({ folder: join(root, 'servers'), nodes: options.nodes });
  const life = `CHAOS_LIFE=${randomUUID()}`;
  const recovery = new Recovery();
  const killer = new Killer({ cluster, random, recovery });
  const server = new AnyServer(cluster);
  const load = new ClusterLoad({ server, folder, recovery });
  const persons = new Persons(cluster, server);
  const workers = workersOf(options, { cluster, folder, life, killer });
  const violations: string[] = [];
  try {
    await Promise.all(workers.map((worker) => worker.start()));
    load.start();
    const people = persons.run();
    while (killer.count < options.kills && load.failure === undefined) {
      await killer.kill(workers);
      options.onKill?.(killer.kills);
    }
    await load.drain();
    persons.end();
    await people;
    violations.push(...(await openWork(cluster)));
  } catch (thrown) {
    violations.push(String(thrown));
  }
  persons.end();
  await Promise.all(workers.map((worker) => worker.kill()));
  await server.close();
  await cluster.stop();
  const left = await leftAfter(orphanLimitMs, { of: descendantsOf(process.pid), variable: life });
  const verdict = judgeProcesses(readProcessEvidence(folder));
  const [average = 0] = loadavg();
  const { stretches } = recovery.quiet;
  return {
    seed,
    kills: killer.kills,
    held: persons.count,
    orphans: left.length,
    nextTurn: timesOf(recovery.next),
    openTurns: timesOf(recovery.all),
    turns: timesOf(recovery.quiet.lasted),
    quiet: timesOf(stretches.map(({ ms }) => ms)),
    met: Object.fromEntries(server.met),
    seconds: (performance.now() - started) / 1000,
    machine: { processors: availableParallelism(), load: average },
    counts: verdict.counts,
    violations: [
      ...violations,
      ...left.map(({ name, pid }) => `${name} ${pid} was there ${orphanLimitMs} ms after the end.`),
      ...hanging(stretches),
      ...verdict.violations,
    ],
  };
}

/** Turns that took too long to end though nothing was killed meanwhile. */
export function hanging(stretches: readonly QuietStretch[]): string[] {
  return stretches
    .filter(({ ms }) => ms > quietLimitMs)
    .map(
      ({ turnId, ms }) => `Turn ${turnId} was open for ${ms.toFixed(0)} ms with nothing killed meanwhile.`,
    );
}

interface Surroundings {
  readonly cluster: RestateCluster;
  readonly folder: CampaignFolder;
  /** In the environment of all workers. */
  readonly life: string;
  readonly killer: Killer;
}

/** Workers that all listen on one port. */
function workersOf(
  { root, workers }: ClusterCampaignOptions,
  { cluster, folder, life, killer }: Surroundings,
): WorkerProcess[] {
  const port = freePort();
  const addresses = Array.from({ length: cluster.size }, (_, place) => {
    const { ingressUrl, adminUrl } = cluster.server(place);
    return `${ingressUrl},${adminUrl}`;
  });
  const [name = '', value = ''] = life.split('=');
  const env = { CHAOS_EFFECTS: folder.effects, CHAOS_CONVERSATIONS: folder.conversations, [name]: value };
  return Array.from(
    { length: workers },
    () => new WorkerProcess({ root, port, addresses, env, hear: (word) => killer.hear(word) }),
  );
}

function freePort(): number {
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = taken;
  taken.stop(true);
  return port;
}
