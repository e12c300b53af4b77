import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Life } from '../process/life.ts';
import { Orphans } from '../process/orphans.ts';
import { killNow } from '../process/system-processes.ts';
import type { Random } from '../random.ts';
import type { ErrandFolder } from './folder.ts';
import type { Orders, Slot } from './orders.ts';

/** What a fault may do and know. */
export interface FaultSite {
  readonly life: Life;
  readonly random: Random;
  readonly orphans: Orphans;
  /** Kills the worker, and looks whether anything of it stays. */
  readonly killWorker: () => void;
  /** Kills one of its agent processes, and looks whether anything of it stays. */
  readonly killAgent: (pid: number) => void;
}

/** How errands are run. */
interface RunErrandsOptions {
  readonly folder: ErrandFolder;
  readonly random: Random;
  readonly slots: readonly Slot[];
  readonly mostOpen?: number;
  readonly faults: number;
  /** Does one fault and says which; undefined when it came to nothing. */
  readonly inject: (site: FaultSite) => Promise<string | undefined>;
  readonly env?: Readonly<Record<string, string>>;
  /** Undoes what stands in the way of an end. */
  readonly settle?: () => void;
}

/** What was done. */
export interface RunErrandsResult {
  readonly faults: Record<string, number>;
  readonly kills: number;
  readonly orphans: readonly string[];
  readonly violations: readonly string[];
}

/** Faults in a row that may come to nothing. */
const mostIdle = 20;
const endLimitMs = 120_000;

/** Runs a worker, wrongs it as often as planned, starts it again whenever it was killed, and lets the last one finish. */
export async function runErrands(options: RunErrandsOptions): Promise<RunErrandsResult> {
  const { folder, random, slots, inject, env = {}, settle } = options;
  const orders: Orders = {
    stateRoot: folder.state,
    slots: [...slots],
    mostOpen: options.mostOpen ?? 2,
    turnsPerInstance: 30,
    processes: 'kept',
  };
  writeFileSync(folder.orders, JSON.stringify(orders));
  const orphans = new Orphans();
  const faults: Record<string, number> = {};
  const violations: string[] = [];
  let done = 0;
  let idle = 0;
  let kills = 0;
  let life = startWorker(folder, env);
  while (done < options.faults && violations.length === 0) {
    let isKilled = false;
    const killWorker = (): void => {
      isKilled = true;
      kills += 1;
      orphans.ofOrchestrator(life);
    };
    const killAgent = (pid: number): void => {
      if (orphans.ofAgent(pid, () => killNow(pid))) kills += 1;
    };
    const fault = await inject({ life, random, orphans, killWorker, killAgent });
    if (fault === undefined) idle += 1;
    else {
      faults[fault] = (faults[fault] ?? 0) + 1;
      done += 1;
      idle = 0;
    }
    if (idle > mostIdle) violations.push(`Nothing happens any more. It printed: ${life.printed.trim()}`);
    if (isKilled) {
      await life.ended;
      life = startWorker(folder, env);
    } else if (life.hasEnded)
      violations.push(`A worker ended by itself, having printed: ${life.printed.trim()}`);
  }
  settle?.();
  writeFileSync(folder.stop, '');
  const stuck = setTimeout(() => life.kill(), endLimitMs);
  const exitCode = await life.ended.finally(() => clearTimeout(stuck));
  if (exitCode !== 0)
    violations.push(`The last worker ended with ${exitCode}, having printed: ${life.printed.trim()}`);
  return { faults, kills, orphans: await orphans.found(), violations };
}

function startWorker(folder: ErrandFolder, env: Readonly<Record<string, string>>): Life {
  return new Life({
    script: join(import.meta.dir, 'worker.ts'),
    args: [folder.root],
    env: { CHAOS_EFFECTS: folder.effects, CHAOS_CONVERSATIONS: folder.conversations, ...env },
  });
}
