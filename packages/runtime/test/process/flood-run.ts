/** The flood of `flood.test.ts` in a process of its own, for its memory: `bun --no-install …/flood-run.ts block|wait [count]`. */
import { flood } from './support/flood.ts';
import { inFolder } from './support/process-world.ts';

const [, , stuck, count = '100000'] = process.argv;
await inFolder(async (root) => {
  console.log(JSON.stringify(await flood(root, stuck === 'wait' ? 'wait' : 'block', Number(count))));
});
