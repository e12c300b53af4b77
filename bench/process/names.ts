/** The names by which checks find what was measured. */
export const names = {
  twoHops: 'two hops between bare children and back',
  commits: 'commits of one request',
  floor: 'hops + commits',
  request: 'agents__request',
  bareChild: 'bare child importing the same modules',
  coldStart: 'spawn to first turn',
  spareStart: 'spare to first turn',
  idleMemory: 'idle agent process, MB',
  instanceMemory: '1,000 idle instances, MB',
} as const;
