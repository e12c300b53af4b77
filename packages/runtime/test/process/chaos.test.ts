import { expect, test } from 'bun:test';
import { runProcessCampaign, type ProcessCampaignOptions } from '../../../../chaos/process/campaign.ts';
import { inStateRoot } from '../turn/support/world.ts';

function campaign(
  options: Omit<ProcessCampaignOptions, 'root'>,
  check: (report: Awaited<ReturnType<typeof runProcessCampaign>>) => void,
): Promise<void> {
  return inStateRoot(async (root) => check(await runProcessCampaign({ ...options, root })));
}

test('SPEC §12: agent processes and orchestrators killed again and again lose nothing, start nothing twice and leave no process behind', async () => {
  await campaign({ agentKills: 8, orchestratorKills: 3, seed: 4711 }, (report) => {
    const { violations, agentKills, orchestratorKills, orphans, counts, agentRestart } = report;
    expect({ violations, agentKills, orchestratorKills, orphans }).toEqual({
      violations: [],
      agentKills: 8,
      orchestratorKills: 3,
      orphans: 0,
    });
    expect(counts).toMatchObject({ lost: 0, doubleStarts: 0 });
    expect(counts.turns).toBeGreaterThan(10);
    expect(agentRestart.count).toBeGreaterThan(0);
  });
}, 240_000);

test('the campaign sees it when handlers that must not start twice do', async () => {
  // Killed in the middle of handlers; the runtime is told that all of them may start again.
  const plan = { after: 'start', count: 3, delayMs: 0 };
  const kills = { agentKills: 8, orchestratorKills: 1, plan };
  await campaign({ ...kills, seed: 1, sabotage: { allRepeatable: true } }, ({ violations, counts }) => {
    expect(counts.doubleStarts).toBeGreaterThan(0);
    expect(violations.length).toBeGreaterThan(0);
  });
}, 240_000);
