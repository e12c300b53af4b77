/** Runs trees of processes to every ending, `COUNT` times each (default 200), and counts who is left: `survivors-run.ts [COUNT]`. */
import { modes, newWorkdir } from './bash-calls.ts';
import { endings } from './endings.ts';
import { trees } from './process-trees.ts';

const count = Number(process.argv[2] ?? 200);
const names = Object.keys(trees);
let survivors = 0;
for (const sandbox of modes) {
  for (const [ending, end] of Object.entries(endings)) {
    const workdir = newWorkdir();
    const startedAt = performance.now();
    let left = 0;
    let slowest = 0;
    for (let run = 0; run < count; run += 1) {
      const remains = await end(names[run % names.length] ?? '', { permissions: { sandbox }, workdir });
      left += remains.survivors;
      slowest = Math.max(slowest, remains.ms);
    }
    survivors += left;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const name = `${sandbox === 'off' ? 'no sandbox' : 'sandbox'} · ${ending}`.padEnd(24);
    console.log(
      `${name} ${count} runs  ${left} survivors  gone after ${slowest.toFixed(0)} ms at most  (${seconds} s)`,
    );
  }
}
console.log(`${survivors} survivors`);
process.exitCode = survivors === 0 ? 0 : 1;
