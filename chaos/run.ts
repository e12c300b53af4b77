/** Every scenario in one run: real processes, real kills, and what must be true afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planForMinutes, planOf, shortPlan } from './plan.ts';
import { runInProcess, type RunReport } from './run-in-process.ts';
import { scenarios } from './scenarios.ts';
import { markdownPage, textTable } from './table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
    kills: { type: 'string' },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    markdown: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const names = values.only?.split(',') ?? Object.keys(scenarios);
const unknown = names.find((name) => scenarios[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no scenario '${unknown}'. There are: ${Object.keys(scenarios).join(', ')}.`);
  process.exit(2);
}
const size = values.short
  ? '--short'
  : values.kills === undefined
    ? `--minutes ${values.minutes}`
    : `--kills ${values.kills}`;
const plan = values.short
  ? shortPlan
  : values.kills === undefined
    ? planForMinutes(Number(values.minutes))
    : planOf(Number(values.kills));

const root = mkdtempSync(join(tmpdir(), 'goondan-chaos-'));
const waiting = [...names];
const reports = new Map<string, RunReport>();
// Two at a time where there is little to do: most of that is waiting. A long run is not disturbed by itself.
await Promise.all(Array.from({ length: values.short ? 2 : 1 }, work));
const ordered = names.flatMap((name) => reports.get(name) ?? []);
const failed = ordered.filter(({ violations }) => violations.length > 0);

console.log(values.json ? JSON.stringify(ordered) : `\nseed ${seed}\n${textTable(ordered)}`);
if (values.markdown !== undefined)
  writeFileSync(
    values.markdown,
    markdownPage(ordered, { command: `bun run chaos --seed ${seed} ${size}`, seed }),
  );
for (const { name, violations } of failed) {
  console.error(`\n${name}:`);
  for (const text of violations.slice(0, 20)) console.error(`  ${text}`);
  console.error(
    `Again: bun run chaos --seed ${seed} ${size} --only ${name}    Its files: ${join(root, name)}`,
  );
}
if (failed.length === 0) rmSync(root, { recursive: true, force: true });
process.exit(failed.length === 0 ? 0 : 1);

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const report = await runInProcess(name, { root, seed, faults: plan[name] ?? 1 });
    reports.set(name, report);
    const told = Object.entries({
      events: report.events,
      kills: report.kills,
      ...report.faults,
      ...report.counts,
    });
    const counts = told.map(([what, count]) => `${what} ${count}`).join(', ');
    console.error(`${report.violations.length === 0 ? 'ok    ' : 'BROKEN'}  ${name}  ${counts}`);
  }
}
