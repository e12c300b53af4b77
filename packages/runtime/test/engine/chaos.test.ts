import { expect, test } from 'bun:test';
import { runCampaign, type CampaignOptions } from '../../../../chaos/turn/campaign.ts';
import { inStateRoot } from '../turn/support/world.ts';

function campaign(
  options: Omit<CampaignOptions, 'root'>,
  check: (report: Awaited<ReturnType<typeof runCampaign>>) => void,
): Promise<void> {
  return inStateRoot(async (root) => check(await runCampaign({ ...options, root })));
}

test('SPEC §12: killed again and again, turns lose nothing that was acknowledged and start nothing twice', async () => {
  await campaign({ kills: 15, seed: 4711 }, ({ violations, kills, counts }) => {
    expect({ violations, kills }).toEqual({ violations: [], kills: 15 });
    expect(counts).toMatchObject({ lost: 0, doubleStarts: 0 });
    expect(counts.calls).toBeGreaterThan(100);
    expect(counts.unknownOutcomes).toBeGreaterThan(0);
  });
}, 120_000);

test('the campaign sees it when handlers that must not start twice do', async () => {
  // Killed in the middle of the first handlers; the runtime is told that all of them may start again.
  const plan = { after: 'start', count: 4, delayMs: 0 };
  await campaign({ kills: 3, seed: 1, plan, sabotage: { allRepeatable: true } }, ({ violations, counts }) => {
    expect(counts.doubleStarts).toBeGreaterThan(0);
    expect(violations.length).toBeGreaterThan(0);
  });
}, 120_000);
