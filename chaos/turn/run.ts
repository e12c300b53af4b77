/** Kills a process that runs turns, again and again, and checks that nothing acknowledged is lost and nothing starts twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { reportText } from './report.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

const root = await mkdtemp(join(tmpdir(), 'goondan-chaos-'));
const report = await runCampaign({
  root,
  kills: Number(values.kills),
  seed: Number(values.seed),
  onKill: (count) => {
    if (count % 25 === 0) console.error(`${count} kills`);
  },
});
console.log(values.json ? JSON.stringify(report) : reportText(report));
if (report.violations.length === 0) await rm(root, { recursive: true, force: true });
else console.error(`The files are in ${root}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
