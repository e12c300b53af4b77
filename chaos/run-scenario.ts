/** Runs one scenario and prints its report: `run-scenario.ts NAME ROOT SEED FAULTS`. */
import { scenarios } from './scenarios.ts';

// What a timer throws would only be printed, and whoever waits for it would wait for ever.
process.on('uncaughtException', (thrown) => {
  console.error(thrown);
  process.exit(1);
});
const [, , name = '', root = '', seed = '0', faults = '1'] = process.argv;
const scenario = scenarios[name];
if (scenario === undefined) throw new Error(`There is no scenario '${name}'.`);
console.log(JSON.stringify(await scenario.run({ root, seed: Number(seed), faults: Number(faults) })));
process.exit(0);
