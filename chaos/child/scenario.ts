import { Glob } from 'bun';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readErrandEvidence } from '../errand/evidence.ts';
import { errandFolder } from '../errand/folder.ts';
import { runErrands, type FaultSite } from '../errand/run-errands.ts';
import { foreignExtension, writeSwarm } from '../errand/write-swarm.ts';
import {
  findProcess,
  isAgentProcess,
  killNow,
  leftAfter,
  processesWith,
  type SystemProcess,
} from '../process/system-processes.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { judgeCommands, type CommandLine } from './judge-commands.ts';

const kinds = ['inner', 'outer', 'above', 'above', 'agent', 'orchestrator'] as const;
/** What a command may still take after it was hit, and what is left of it to be gone. */
const goneMs = 6_000;
const lookLimitMs = 8_000;

/** Kills the processes of commands, whatever stands between them and their agent, the agent, and the orchestrator. */
export const childScenario: Scenario = async ({ root, seed, faults }) => {
  const folder = errandFolder(root);
  const random = seededRandom(seed);
  // In the arguments of every process of the commands of this run.
  const mark = `chaos-${process.pid}-${seed}`;
  const witness = foreignExtension('witness', join(import.meta.dir, '../process/witness.ts'));
  const hasSandbox = Bun.which('bwrap') !== null;
  writeSwarm(folder.bundle, {
    agents: [
      { name: 'boxed', sandbox: hasSandbox ? 'required' : 'off' },
      { name: 'bare', sandbox: 'off' },
    ].map(({ name, sandbox }) => ({
      name,
      rules: [
        { when: { after: 'bash__exec' }, text: 'done' },
        {
          when: { user: '^run (\\S+)$' },
          calls: [{ tool: 'bash__exec', args: { command: commandOf(mark) } }],
        },
      ],
      tools: ['Tool/bash'],
      extensions: ['Extension/witness'],
      policy: { permissions: { sandbox } },
    })),
    documents: [witness.document],
    files: { 'witness.ts': witness.file },
  });
  const survivors: Promise<string[]>[] = [];
  let kills = 0;
  const inject = async ({ life, killAgent, killWorker }: FaultSite): Promise<string | undefined> => {
    const kind = random.pick(kinds);
    const which = random.next();
    const delayMs = random.below(150);
    const running = await appeared(mark, () => new Set(life.descendants().map(({ pid }) => pid)));
    if (running === undefined) return undefined;
    await Bun.sleep(delayMs);
    const above = ancestorsOf(running.outer);
    const agent = above.find(isAgentProcess);
    if (agent === undefined || !life.isOurs(agent.pid)) return undefined;
    const between = above.slice(0, above.indexOf(agent));
    survivors.push(survivorsOf(`${mark}/${running.token}/`));
    if (kind === 'orchestrator') killWorker();
    else if (kind === 'agent') killAgent(agent.pid);
    else {
      const one =
        kind === 'above'
          ? between[Math.floor(which * between.length)]
          : kind === 'inner'
            ? running.inner
            : running.outer;
      if (one === undefined || findProcess(one.pid)?.startedAt !== one.startedAt) return undefined;
      if (!killNow(one.pid)) return undefined;
      kills += 1;
      return kind === 'above' ? `${kind} (${one.name})` : kind;
    }
    return kind;
  };
  const slots = ['boxed', 'bare'].map((agent) => ({ agent, name: agent, inputs: ['run {{token}}'] }));
  const run = await runErrands({ folder, random, slots, faults, inject });
  const evidence = readErrandEvidence(folder);
  const findings = judgeCommands(evidence, writtenIn(folder.state));
  const orphans = [
    ...run.orphans,
    ...(await Promise.all(survivors)).flat(),
    ...(await survivorsOf(mark, 2_000)),
  ];
  return {
    events: evidence.accepted.length,
    faults: run.faults,
    kills: run.kills + kills,
    lost: findings.lost.length,
    doubleStarts: findings.doubleStarts.length,
    orphans: orphans.length,
    violations: [...run.violations, ...orphans, ...findings.violations],
    counts: { ...findings.results, sandbox: hasSandbox ? 'bubblewrap' : 'none' },
  };
};

/** A command with a process below it and one that has left its group; each has the mark and the token in its arguments. */
function commandOf(mark: string): string {
  const name = `${mark}/{{match.1}}/`;
  return [
    `echo start {{match.1}} >> written`,
    `(setsid bash -c 'sleep 300; :' ${name}away >/dev/null 2>&1 &)`,
    `bash -c 'sleep 0.2; :' ${name}inner`,
    `echo end {{match.1}} >> written; echo did {{match.1}}`,
  ].join('; ');
}

interface Running {
  readonly token: string;
  readonly inner: SystemProcess;
  readonly outer: SystemProcess;
}

/** Waits for a command below the worker that is in its middle. */
async function appeared(mark: string, oursNow: () => ReadonlySet<number>): Promise<Running | undefined> {
  const end = performance.now() + lookLimitMs;
  while (performance.now() < end) {
    const ours = oursNow();
    for (const inner of processesWith(`${mark}/`)) {
      const [, token] = /\/([^/]+)\/inner\0/.exec(argumentsOf(inner.pid)) ?? [];
      const outer = findProcess(inner.parent);
      if (token !== undefined && outer !== undefined && ours.has(outer.pid)) return { token, inner, outer };
    }
    await Bun.sleep(10);
  }
  return undefined;
}

function ancestorsOf(one: SystemProcess): SystemProcess[] {
  const found: SystemProcess[] = [];
  for (let next = findProcess(one.parent); next !== undefined; next = findProcess(next.parent))
    found.push(next);
  return found;
}

async function survivorsOf(mark: string, limitMs = goneMs): Promise<string[]> {
  const end = performance.now() + limitMs;
  while (processesWith(mark).length > 0 && performance.now() < end) await Bun.sleep(100);
  const left = processesWith(mark);
  return (await leftAfter(0, { of: left, variable: '-' })).map(
    ({ name, pid }) => `${name} ${pid} of ${mark} was there after ${limitMs} ms.`,
  );
}

function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function writtenIn(state: string): CommandLine[] {
  if (!existsSync(state)) return [];
  return [...new Glob('**/workspace/written').scanSync({ cwd: state, absolute: true })].flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [kind, token] = line.split(' ');
        return kind !== undefined && token !== undefined ? [{ kind, token }] : [];
      }),
  );
}
