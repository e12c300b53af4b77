import type { Life } from './life.ts';
import { descendantsOf, leftAfter, spillOf, type SystemProcess } from './system-processes.ts';

/** How long what belonged to a killed process may stay. */
const limitMs = 2_000;

/** Looks whether anything stays behind when processes are killed. */
export class Orphans {
  readonly #checks: Promise<string[]>[] = [];

  /** Kills an agent process and looks whether what it started goes with it; false when it was gone before. */
  ofAgent(pid: number, kill: () => boolean): boolean {
    const variable = spillOf(pid);
    // What it started may have got another environment.
    const of = descendantsOf(pid);
    if (!kill()) return false;
    if (variable !== undefined) this.#check(`agent process ${pid}`, { of, variable });
    return true;
  }

  /** Kills an orchestrator and looks whether all of its processes go with it. */
  ofOrchestrator(life: Life): void {
    const of = life.descendants();
    life.kill();
    this.#check('an orchestrator', { of, variable: life.variable });
  }

  /** Every process that stayed, once all have been looked for. */
  async found(): Promise<string[]> {
    return (await Promise.all(this.#checks)).flat();
  }

  #check(whose: string, what: { readonly of: readonly SystemProcess[]; readonly variable: string }): void {
    const check = leftAfter(limitMs, what).then((left) =>
      left.map(({ name, pid }) => `${name} ${pid} of ${whose} was there ${limitMs} ms after the kill.`),
    );
    this.#checks.push(check);
  }
}
