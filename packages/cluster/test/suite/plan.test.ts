import { useTestEngine } from '../../../runtime/test/engine-suite/test-engine.ts';
import { restateTestEngine, sharedServer } from '../restate-test-engine.ts';

// What is said of plans holds on a cluster: the same tests, on another engine.
useTestEngine(restateTestEngine(await sharedServer()));

for (const part of ['execute', 'grants', 'plan-turn'])
  await import(`../../../runtime/test/plan/${part}.test.ts`);
