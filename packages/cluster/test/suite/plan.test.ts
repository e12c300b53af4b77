import { useRestate } from '../restate-test-engine.ts';
import { importTests } from './import-tests.ts';

// What is said of plans holds on a cluster: the same tests, on another engine.
await useRestate();
await importTests('plan', { except: ['cut-everywhere', 'policy-property'] });
