/** Runs the soak in a process of its own, which is the orchestrator that is measured: `worker.ts ROOT CALLS TURNS`. */
import { measureSoak } from './measure.ts';

const [, , root = '.', calls = '0', turns = '0'] = process.argv;
console.log(JSON.stringify(await measureSoak(root, { calls: Number(calls), turns: Number(turns) })));
process.exit(0);
