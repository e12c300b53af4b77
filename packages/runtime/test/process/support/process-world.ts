import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Orchestrator } from '../../../src/engine/local/process/orchestrator.ts';
import type { Address } from '../../../src/engine/turn-context.ts';
import type { TurnOutcome } from '../../../src/engine/turn-outcome.ts';
import { inputEvent } from '../../../src/swarm/input-event.ts';
import { openSwarm } from '../../../src/swarm/open-swarm.ts';
import type { OpenSwarmOptions } from '../../../src/swarm/swarm.ts';
import { memoryConsole } from '../../turn/support/memory-console.ts';
import { writeProcessBundle, type ProcessBundle } from './process-bundle.ts';

/** A swarm in processes, and what it warned of. */
export interface ProcessWorld {
  readonly engine: Orchestrator;
  readonly root: string;
  readonly bundleRoot: string;
  readonly stateRoot: string;
  readonly warnings: () => string;
  /** Asks an agent, by `agent` or `agent/instance`, and waits for what its turn comes to. */
  readonly ask: (to: string, input: string) => Promise<TurnOutcome>;
}

/** What a swarm in a test is opened with. */
export type WorldOptions = Partial<
  Pick<OpenSwarmOptions, 'processes' | 'logs' | 'maxAgentMemory' | 'idleMs' | 'env'>
>;

/** Runs a test in a folder of its own that is gone afterwards. */
export async function inFolder(run: (root: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-process-'));
  try {
    await run(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Opens the bundle that was written to `root`; not started yet. Unless a test asks for it there is no spare: it would be half of the work. */
export async function openWorld(root: string, options: WorldOptions = {}): Promise<ProcessWorld> {
  const { logger, text } = memoryConsole();
  const place = { bundleRoot: join(root, 'bundle'), stateRoot: join(root, 'state') };
  const { engine } = await openSwarm({ processes: 'once', logs: 'files', ...options, ...place, logger });
  if (!(engine instanceof Orchestrator)) throw new Error('The swarm does not run in processes.');
  const ask = (to: string, input: string): Promise<TurnOutcome> =>
    engine.request(addressOf(to), inputEvent(input));
  return { engine, root, ...place, warnings: text, ask };
}

/** Runs a test with a started swarm in processes; all of it is gone afterwards. */
export function withProcesses(
  bundle: ProcessBundle,
  run: (world: ProcessWorld) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  return inFolder(async (root) => {
    await writeProcessBundle(root, bundle);
    const world = await openWorld(root, options);
    await world.engine.start();
    try {
      await run(world);
    } finally {
      await world.engine.stop({ graceMs: 0 });
    }
  });
}

/** `agent` or `agent/instance`. */
export function addressOf(to: string): Address {
  const [agent = '', instanceKey = 'default'] = to.split('/');
  return { agent, instanceKey };
}

/** Looks again and again until something is so: for what no event tells. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** What became of the calls of a turn: `ok`, or the code. */
export function callsOf({ toolCalls }: TurnOutcome): string[] {
  return toolCalls.map(({ result }) => result.error?.code ?? result.status);
}

/** True while a process of that number does anything: one that is only waiting to be counted as dead does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = existsSync('/proc/self/stat') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

/** The numbers a handler left in a file. */
export function pidsIn(path: string): number[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}
