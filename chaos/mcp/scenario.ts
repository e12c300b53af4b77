import { join } from 'node:path';
import type { JsonObject } from '@goondan/core';
import { readErrandEvidence } from '../errand/evidence.ts';
import { errandFolder } from '../errand/folder.ts';
import { runErrands, type FaultSite } from '../errand/run-errands.ts';
import { foreignExtension, writeSwarm } from '../errand/write-swarm.ts';
import { readLedger } from '../ledger.ts';
import { LedgerTail } from '../ledger-tail.ts';
import { findProcess, isAgentProcess, killNow, type SystemProcess } from '../process/system-processes.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { later } from '../victim.ts';
import { servedSchema, type Served } from './evidence.ts';
import { judgeServed } from './judge-served.ts';

const lineLimitMs = 8_000;
const kinds = [
  'mid-call',
  'mid-call',
  'between calls',
  'at start',
  'agent',
  'agent',
  'orchestrator',
] as const;

/** Kills an MCP server over stdio in the middle of calls, between them and as it starts, and those that use it. */
export const mcpScenario: Scenario = async ({ root, seed, faults }) => {
  const folder = errandFolder(root);
  const served = join(root, 'served.ndjson');
  const random = seededRandom(seed);
  const witness = foreignExtension('witness', join(import.meta.dir, '../process/witness.ts'));
  const server = {
    command: process.execPath,
    args: ['--no-install', join(import.meta.dir, 'server.ts'), served],
    trust: true,
  };
  const rule = (tool: string): JsonObject => ({
    when: { user: `^${tool} (\\S+)$` },
    calls: [{ tool: `own__${tool}`, args: { token: '{{match.1}}', ms: 10 } }],
  });
  writeSwarm(folder.bundle, {
    agents: ['first', 'second'].map((name) => ({
      name,
      rules: [
        { when: { after: 'own__act' }, text: 'done' },
        { when: { after: 'own__look' }, text: 'done' },
        rule('act'),
        rule('look'),
      ],
      extensions: ['Extension/witness', { ref: 'Extension/mcp', config: { servers: { own: server } } }],
    })),
    documents: [witness.document],
    files: { 'witness.ts': witness.file },
    policy: { tools: { features: { mcp_tools: true } } },
  });
  const tail = new LedgerTail(served, servedSchema);
  let kills = 0;
  const killServer = (pid: number): void => {
    if (killNow(pid)) kills += 1;
  };
  const inject = async ({ life, killAgent, killWorker }: FaultSite): Promise<string | undefined> => {
    const kind = random.pick(kinds);
    const delayMs = random.next() * 4;
    const wanted = kind === 'between calls' ? ['end'] : ['start', 'effect'];
    const line = await tail.next((one) => wanted.includes(one.kind), lineLimitMs);
    if (line === undefined) return undefined;
    await new Promise<void>((resolve) => later(delayMs, resolve));
    const one = serverOf(line, life.descendants());
    if (one === undefined) return undefined;
    if (kind === 'orchestrator') killWorker();
    else if (kind === 'agent') {
      const agent = agentOf(one);
      if (agent === undefined) return undefined;
      killAgent(agent.pid);
    } else killServer(one.pid);
    if (kind !== 'at start') return kind;
    const next = await tail.next(({ kind: what }) => what === 'serving', lineLimitMs);
    const again = next === undefined ? undefined : serverOf(next, life.descendants());
    if (again === undefined) return 'between calls';
    killServer(again.pid);
    return kind;
  };
  const slots = ['first', 'first', 'second'].map((agent, index) => ({
    agent,
    name: `m${index}`,
    inputs: ['act {{token}}', 'act {{token}}', 'look {{token}}'],
  }));
  const run = await runErrands({ folder, random, slots, faults, inject });
  const evidence = readErrandEvidence(folder);
  const lines = readLedger(served, servedSchema);
  const findings = judgeServed(evidence, lines);
  const left = lines.flatMap(({ kind, pid }) =>
    kind === 'serving' && findProcess(pid) !== undefined ? [`The server ${pid} is still there.`] : [],
  );
  const orphans = [...run.orphans, ...left];
  return {
    events: evidence.accepted.length,
    faults: run.faults,
    kills: run.kills + kills,
    lost: findings.lost.length,
    doubleStarts: findings.doubleStarts.length,
    orphans: orphans.length,
    violations: [...run.violations, ...orphans, ...findings.violations],
    counts: { ...findings.results, servers: lines.filter(({ kind }) => kind === 'serving').length },
  };
};

/** The server that wrote a line, while it lives below the worker: no other may be killed. */
function serverOf({ pid }: Served, ours: readonly SystemProcess[]): SystemProcess | undefined {
  return ours.find((one) => one.pid === pid);
}

/** The agent process a server belongs to, whatever is between them. */
function agentOf({ parent }: SystemProcess): SystemProcess | undefined {
  for (let one = findProcess(parent); one !== undefined; one = findProcess(one.parent))
    if (isAgentProcess(one)) return one;
  return undefined;
}
