/** Kills agent processes and orchestrators of a swarm at work, and checks that nothing is lost, starts twice or stays behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProcessCampaign } from './campaign.ts';
import { hasPassed, reportText } from './report.ts';

const { values } = parseArgs({
  options: {
    'agent-kills': { type: 'string', default: '300' },
    'orchestrator-kills': { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

const root = await mkdtemp(join(tmpdir(), 'goondan-chaos-'));
const report = await runProcessCampaign({
  root,
  agentKills: Number(values['agent-kills']),
  orchestratorKills: Number(values['orchestrator-kills']),
  seed: Number(values.seed),
  onLife: ({ agents, orchestrators }) => {
    if (orchestrators % 10 === 0) console.error(`${agents} agent kills, ${orchestrators} orchestrator kills`);
  },
});
console.log(values.json ? JSON.stringify(report) : reportText(report));
if (hasPassed(report)) await rm(root, { recursive: true, force: true });
else console.error(`The files are in ${root}`);
process.exitCode = hasPassed(report) ? 0 : 1;
