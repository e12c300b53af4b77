import { useRestate } from '../restate-test-engine.ts';
import { importTests } from './import-tests.ts';

// What is said of agents that talk to one another holds on a cluster: the same tests, on another engine.
await useRestate();
await importTests('agents', { except: ['default-wait', 'endless'] });
