import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inputEvent, openSwarm, workspaceLayout, type Swarm } from '@goondan/runtime';
import { writeSoakBundle } from './bundle.ts';
import { gaugeProcess, gaugeSchema, type Gauge } from './gauge.ts';

/** How much is done. */
export interface SoakSize {
  readonly calls: number;
  readonly turns: number;
}

/** What both processes took when so many calls were done. */
export interface Sample {
  readonly calls: number;
  readonly agent: Gauge;
  readonly orchestrator: Gauge;
}

/** What was measured. */
export interface SoakReport extends SoakSize {
  readonly samples: readonly Sample[];
  readonly seconds: number;
  /** Turns that did not end as they must. */
  readonly wrong: number;
  /** Bytes of the journal when all was done, and of its pages in use when finished turns were pruned. */
  readonly journal: number;
  readonly pruned: number;
}

const side = 8;
/** Few enough for as many conversations as are kept in memory to have been before it counts. */
const turnsPerInstance = 4;
const sampleCount = 40;
/** Of the turns one in so many runs a command that leaves a process behind. */
const shellEvery = 40;

/** Runs the turns in an agent process, looks what both processes take on the way, and then prunes. */
export async function measureSoak(root: string, { calls, turns }: SoakSize): Promise<SoakReport> {
  const perTurn = Math.max(4, Math.round(calls / turns));
  const bundleRoot = join(root, 'bundle');
  const stateRoot = join(root, 'state');
  writeSoakBundle(bundleRoot, perTurn);
  const journal = workspaceLayout(stateRoot, bundleRoot).journalOf('worker');
  const open = (retentionMs: number): Promise<Swarm> =>
    openSwarm({ bundleRoot, stateRoot, processes: 'once', logs: 'files', retentionMs });
  const swarm = await open(1_000_000_000);
  await swarm.engine.start();
  const started = performance.now();
  const samples: Sample[] = [];
  let wrong = 0;
  const chunk = Math.max(side, Math.ceil(turns / sampleCount));
  for (let done = 0; done < turns;) {
    const end = Math.min(turns, done + chunk);
    let next = done;
    const line = async (): Promise<void> => {
      for (let turn = next; turn < end; turn = next) {
        next += 1;
        if (!(await isRight(swarm, turn, perTurn))) wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: side }, line));
    done = end;
    samples.push({ calls: done * perTurn, agent: await gaugeAgent(swarm), orchestrator: gaugeProcess() });
  }
  const seconds = (performance.now() - started) / 1000;
  await swarm.close();
  const bytes = statSync(journal).size;
  const pruning = await open(1);
  await pruning.engine.start();
  await gaugeAgent(pruning);
  await pruning.close();
  return {
    calls: turns * perTurn,
    turns,
    samples,
    seconds,
    wrong,
    journal: bytes,
    pruned: bytesInUse(journal),
  };
}

/** Runs a turn; true when each of its calls ended as it must. */
async function isRight(swarm: Swarm, turn: number, perTurn: number): Promise<boolean> {
  const instanceKey = `i${Math.floor(turn / turnsPerInstance)}`;
  const { status, toolCalls } = await swarm.engine.request(
    { agent: 'worker', instanceKey },
    inputEvent('go'),
  );
  const failed = toolCalls.filter(({ result }) => result.status !== 'ok');
  const isWhole = status === 'completed' && toolCalls.length === perTurn && failed.length === 1;
  if (turn % shellEvery > 0) return isWhole;
  // Always the same few: what runs commands is kept warm for each instance.
  const shells = { agent: 'worker', instanceKey: `shell${turn % side}` };
  const shell = await swarm.engine.request(shells, inputEvent('shell'));
  return isWhole && shell.toolCalls[0]?.result.status === 'ok';
}

async function gaugeAgent(swarm: Swarm): Promise<Gauge> {
  const to = { agent: 'worker', instanceKey: 'gauge' };
  const { toolCalls } = await swarm.engine.request(to, inputEvent('gauge'));
  return gaugeSchema.parse(toolCalls[0]?.result.output);
}

/** Pages that were freed stay in the file and are used again. */
function bytesInUse(path: string): number {
  if (!existsSync(path)) return 0;
  const database = new Database(path, { readonly: true });
  const pragma = (name: string): number => Number(database.query(`PRAGMA ${name}`).values()[0]?.[0] ?? 0);
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  database.close();
  return bytes;
}
