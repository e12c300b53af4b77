import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { readErrandEvidence } from '../errand/evidence.ts';
import { errandFolder } from '../errand/folder.ts';
import { judgeErrands } from '../errand/judge-errands.ts';
import { runErrands, type FaultSite } from '../errand/run-errands.ts';
import { actsTool, foreignExtension, writeSwarm } from '../errand/write-swarm.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { judgeCalls } from '../turn/judge-calls.ts';
import { pageLimit } from './page-limit.ts';
import { openSmallDisk } from './small-disk.ts';

const wordLimitMs = 30_000;
/** Until it is noticed that the disk is full: there may be nothing to write. */
const noticeMs = 3_000;
const kinds = ['full', 'full', 'full, agent killed', 'full, orchestrator killed'] as const;

/** Fills the disk of a swarm at work, kills some of it meanwhile, and makes room again. */
export const diskScenario: Scenario = async ({ root, seed, faults }) => {
  using disk = openSmallDisk(root);
  const folder = errandFolder(root, disk.state);
  const random = seededRandom(seed);
  const acts = actsTool(join(import.meta.dir, '../process/acts.ts'));
  const witness = foreignExtension('witness', join(import.meta.dir, '../process/witness.ts'));
  const call = (tool: string): JsonObject => ({
    tool: `acts__${tool}`,
    args: { ms: 4, note: '{{match.1}}' },
  });
  writeSwarm(folder.bundle, {
    agents: ['first', 'second'].map((name) => ({
      name,
      rules: [
        { when: { after: 'acts__plain' }, text: 'done' },
        { when: { user: '^do (\\S+)' }, calls: [call('plain'), call('repeatable')] },
      ],
      tools: ['Tool/acts'],
      extensions: ['Extension/witness', ...(disk.kind === 'tmpfs' ? [] : ['Extension/page-limit'])],
    })),
    documents: [
      acts.document,
      witness.document,
      { kind: 'Extension', metadata: { name: 'page-limit' }, spec: { entry: './page-limit.ts' } },
    ],
    files: { 'acts.ts': acts.file, 'witness.ts': witness.file, 'page-limit.ts': pageLimit(disk.mark) },
  });
  const stuck: string[] = [];
  const inject = async ({ life, killAgent, killWorker }: FaultSite): Promise<string | undefined> => {
    const kind = random.pick(kinds);
    const delayMs = random.below(200);
    const which = random.next();
    if ((await life.after('outcome', 1, wordLimitMs)) === undefined) return undefined;
    await Bun.sleep(delayMs);
    const refused = life.after('refused', 1, noticeMs);
    disk.fill();
    await refused;
    if (kind === 'full, orchestrator killed') killWorker();
    else if (kind === 'full, agent killed') {
      const agents = [...life.agentProcesses().keys()];
      const pid = agents[Math.floor(which * agents.length)];
      if (pid !== undefined) killAgent(pid);
      await Bun.sleep(delayMs);
    }
    disk.free();
    if (kind === 'full, orchestrator killed') return kind;
    if ((await life.after('outcome', 2, wordLimitMs)) === undefined)
      stuck.push(`It did not go on within ${wordLimitMs} ms once there was room (${kind}).`);
    return kind;
  };
  const padding = 'x'.repeat(3_000);
  const slots = ['first', 'first', 'second'].map((agent, index) => ({
    agent,
    name: `d${index}`,
    inputs: [`do {{token}} ${padding}`],
  }));
  const run = await runErrands({ folder, random, slots, faults, inject, settle: () => disk.free() });
  const evidence = readErrandEvidence(folder);
  const calls = judgeCalls({ effects: evidence.acts, outcomes: evidence.ends });
  const findings = judgeErrands(evidence, () => []);
  const codes = Object.groupBy(evidence.refused, (code) => code);
  return {
    events: evidence.accepted.length,
    faults: run.faults,
    kills: run.kills,
    lost: findings.lost.length,
    doubleStarts: calls.doubleStarts.length,
    orphans: run.orphans.length,
    violations: [
      ...run.violations,
      ...stuck,
      ...run.orphans,
      ...findings.violations,
      ...calls.doubleStarts,
      ...calls.violations,
    ],
    counts: {
      ...findings.results,
      disk: disk.kind,
      ...Object.fromEntries(
        Object.entries(codes).map(([code, all]) => [`refused ${code}`, all?.length ?? 0]),
      ),
    },
  };
};
