import { planKill, type KillPlan } from '../kill-plan.ts';
import type { Random } from '../random.ts';
import { later } from '../victim.ts';
import type { Life } from './life.ts';
import type { Orphans } from './orphans.ts';
import { unitOf, type RestartTimes } from './restart-times.ts';
import { isAgentProcess, killNow } from './system-processes.ts';

/** What happens all the time, in whichever process. */
export const words = {
  ready: 'ready',
  others: ['accepted', 'turn', 'step', 'start', 'effect', 'end', 'outcome'],
} as const;

/** Kills of one process before it has ended a turn: more of them are a loop of crashes, which is slowed down on purpose. */
const mostInARow = 3;
const wordLimitMs = 30_000;

/** Kills the processes of agents, at moments and in an order that the seed determines. */
export class AgentKiller {
  /** Kills of processes that had run a turn. */
  count = 0;
  /** Kills of processes that were starting, or kept at hand. */
  idleCount = 0;
  readonly #random: Random;
  readonly #times: RestartTimes;
  readonly #orphans: Orphans;
  readonly #plan: KillPlan | undefined;
  readonly #inARow = new Map<string, number>();

  /** Kills by `plan`, aimed at the process that said its word, instead of at moments of the seed's choice. */
  constructor(
    random: Random,
    { times, orphans, plan }: { times: RestartTimes; orphans: Orphans; plan: KillPlan | undefined },
  ) {
    this.#random = random;
    this.#times = times;
    this.#orphans = orphans;
    this.#plan = plan;
  }

  /** Takes up a new life. */
  begin(life: Life): void {
    this.#inARow.clear();
    life.hear(({ word, who }) => {
      if (word === 'outcome') this.#inARow.delete(unitOf(who));
    });
  }

  /** Kills one process that has worked; false when the life ended, or came to nothing any more. */
  async kill(life: Life): Promise<boolean> {
    for (;;) {
      const plan = this.#plan ?? planKill(this.#random, words);
      const isAimed = this.#plan !== undefined || this.#random.next() < 0.7;
      const isIdleWanted = this.#plan === undefined && this.#random.next() < 0.12;
      const which = this.#random.next();
      const isWord = plan.after !== undefined && plan.after !== words.ready;
      const said = await life.after(isWord ? plan.after : 'open', isWord ? plan.count : 1, wordLimitMs);
      if (said === undefined) return false;
      const pid = await new Promise<number | undefined>((resolve) => {
        later(plan.delayMs, () => {
          const aimed = isAimed && said.pid > 0 ? said.pid : undefined;
          resolve(isIdleWanted ? this.#killIdle(life, which) : this.#killBusy(life, which, aimed));
        });
      });
      if (pid !== undefined && !isIdleWanted) return true;
    }
  }

  #killBusy(life: Life, which: number, aimed: number | undefined): number | undefined {
    const processes = [...life.agentProcesses()].filter(
      ([, who]) => (this.#inARow.get(unitOf(who)) ?? 0) < mostInARow,
    );
    const [pid, who] =
      processes.find(([one]) => one === aimed) ?? processes[Math.floor(which * processes.length)] ?? [];
    if (pid === undefined || who === undefined || !life.isOurs(pid)) return undefined;
    const unit = unitOf(who);
    // It may have ended by itself since it was looked at.
    if (!this.#orphans.ofAgent(pid, () => killNow(pid))) return undefined;
    if (life.open.some((one) => unitOf(one) === unit)) this.#times.killed(unit, pid);
    this.#inARow.set(unit, (this.#inARow.get(unit) ?? 0) + 1);
    this.count += 1;
    return pid;
  }

  #killIdle(life: Life, which: number): number | undefined {
    const heard = life.agentProcesses();
    const silent = life.children().filter((child) => !heard.has(child.pid) && isAgentProcess(child));
    const pid = silent[Math.floor(which * silent.length)]?.pid;
    if (pid === undefined || !life.isOurs(pid)) return undefined;
    if (!this.#orphans.ofAgent(pid, () => killNow(pid))) return undefined;
    this.idleCount += 1;
    return pid;
  }
}
