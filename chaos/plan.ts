/** How many faults each scenario is to do. */
export type FaultPlan = Readonly<Record<string, number>>;

/** Kills in a minute that two processors come to, with all that is done beside them. */
const killsPerMinute = 50;
/** Of what the clock scenario is given, how much are kills. */
const clockKills = 0.65;

/** A few faults of each kind. */
export const shortPlan: FaultPlan = {
  process: 14,
  mcp: 6,
  child: 8,
  journal: 20,
  disk: 3,
  clock: 6,
  peer: 4,
  reply: 10,
};

/** A plan with about so many kills of processes, most of them of agents and orchestrators, and other faults in proportion. */
export function planOf(kills: number): FaultPlan {
  const part = (share: number, least: number): number => Math.max(least, Math.ceil(kills * share));
  return {
    process: part(0.7, 4),
    mcp: part(0.12, 4),
    child: part(0.12, 4),
    journal: part(0.25, 10),
    disk: part(0.03, 2),
    clock: part(0.06 / clockKills, 4),
    peer: part(0.05, 4),
    reply: part(0.1, 10),
  };
}

/** A plan that takes about so many minutes on two processors. */
export function planForMinutes(minutes: number): FaultPlan {
  return planOf(Math.max(1, Math.round(minutes * killsPerMinute)));
}
