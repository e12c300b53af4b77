import { useTestEngine } from '../../../runtime/test/engine-suite/test-engine.ts';
import { restateTestEngine, sharedServer } from '../restate-test-engine.ts';

// What is said of turns on one machine holds on a cluster: the same tests, on another engine.
useTestEngine(restateTestEngine(await sharedServer()));

const parts = [
  'approvals',
  'calls',
  'cancel',
  'catalog',
  'changed-call-approval',
  'deltas',
  'denied-call',
  'extension-state',
  'generate',
  'handles',
  'held-restart',
  'instances',
  'late',
  'loop',
  'message-events',
  'model-mistakes',
  'once',
  'repetition',
  'secrets',
  'shown-messages',
  'step-middleware',
  'tool-call-middleware',
  'tool-results',
  'turn-middleware',
  'whole-conversation',
];
for (const part of parts) await import(`../../../runtime/test/turn/${part}.test.ts`);
