/** Kills workers and servers of a cluster at work, and checks that nothing is lost, starts twice or stays behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runClusterCampaign } from './campaign.ts';
import { reportText } from './report.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});

const root = await mkdtemp(join(tmpdir(), 'goondan-chaos-'));
const report = await runClusterCampaign({
  root,
  kills: Number(values.kills),
  seed: Number(values.seed),
  nodes: Number(values.nodes),
  workers: Number(values.workers),
  onKill: ({ workers, nodes }) => {
    if ((workers + nodes) % 10 === 0) console.error(`${workers} worker kills, ${nodes} server kills`);
  },
});
console.log(values.json ? JSON.stringify(report) : reportText(report));
const hasPassed = report.violations.length === 0;
if (hasPassed) await rm(root, { recursive: true, force: true });
else console.error(`The files are in ${root}`);
process.exit(hasPassed ? 0 : 1);
