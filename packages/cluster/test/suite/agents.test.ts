import { useTestEngine } from '../../../runtime/test/engine-suite/test-engine.ts';
import { restateTestEngine, sharedServer } from '../restate-test-engine.ts';

// What is said of agents that talk to one another holds on a cluster: the same tests, on another engine.
useTestEngine(restateTestEngine(await sharedServer()));

const parts = [
  'cancel',
  'delegation',
  'handoff',
  'held',
  'middleware',
  'request',
  'restart',
  'send',
  'trace',
];
for (const part of parts) await import(`../../../runtime/test/agents/${part}.test.ts`);
