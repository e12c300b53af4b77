import { useRestate } from '../restate-test-engine.ts';

// The same as beside it, of what takes long: a thousand events in a row, every provider, a hundred policies.
await useRestate();

for (const part of ['agents/endless', 'plan/policy-property', 'turn/wire'])
  await import(`../../../runtime/test/${part}.test.ts`);
