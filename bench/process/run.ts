import { parseArgs } from 'node:util';
import { describeMachine, formatMachine, formatTable } from '../call/report.ts';
import type { Figure } from '../turn/figure.ts';
import { inStateFolder } from '../turn/state-folder.ts';
import { judge } from './checks.ts';
import { measureMemory } from './memory.ts';
import { measureRequest } from './request.ts';
import { measureStart } from './start.ts';

const parts: Readonly<Record<string, (folder: string) => Promise<readonly Figure[]>>> = {
  request: measureRequest,
  start: measureStart,
  memory: measureMemory,
};

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts))
  if (options.only === '' || options.only === name) figures.push(...(await inStateFolder(measure)));
const machine = describeMachine();
const checks = judge(figures);

if (options.json) console.log(JSON.stringify({ machine, figures, checks }));
else {
  const rows = figures.map(({ name, unit, median, p10, p90 }) => [
    name,
    ...[median, p10, p90].map((value) => value.toFixed(1)),
    unit,
  ]);
  const judged = checks.map(({ name, limit, got, ok }) => [
    ok ? 'ok' : 'BROKEN',
    name,
    limit,
    got.toFixed(2),
  ]);
  console.log(`${formatMachine(machine)}\n`);
  console.log(`${formatTable([['measured', 'median', 'p10', 'p90', ''], ...rows])}\n`);
  console.log(formatTable([['', 'check', 'limit', 'got'], ...judged]));
}
if (options.check && checks.some(({ ok }) => !ok)) process.exitCode = 1;
