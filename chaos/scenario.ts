/** What a scenario is given. */
export interface ScenarioOptions {
  /** An empty folder for everything it writes. */
  readonly root: string;
  readonly seed: number;
  /** How much it is to do: of kills, jumps, floods or whatever it does wrong. */
  readonly faults: number;
}

/** What a scenario came to. */
export interface ScenarioReport {
  /** What was taken in: events, calls or frames. */
  readonly events: number;
  /** What was done wrong to it, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Of these `kill -9` of processes. */
  readonly kills: number;
  readonly lost: number;
  readonly doubleStarts: number;
  readonly orphans: number;
  /** Every promise that was broken, in words; those counted above among them. */
  readonly violations: readonly string[];
  /** What else is worth knowing. */
  readonly counts: Readonly<Record<string, number | string>>;
}

/** One way of doing wrong to a swarm, and what must be true afterwards. */
export type Scenario = (options: ScenarioOptions) => Promise<ScenarioReport>;
