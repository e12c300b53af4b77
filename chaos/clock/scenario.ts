import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcessCampaign } from '../process/campaign.ts';
import { seededRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { jumpingClock } from './jumping-clock.ts';

const hourMs = 3_600_000;
/** Within what finished turns are kept, from one end to the other. */
const mostHours = 150;
/** Kills beside the jumps, of agents and of orchestrators. */
const killsPerJump = { agents: 0.5, orchestrators: 0.15 };
const everyMs = 150;
/** Longer than the looks at the clock of whoever waits are apart. */
const answerMs = 1_200;

/** Lets the time of day jump by hours, forwards and backwards, in all processes at once, while agents work, ask one another and are killed. */
export const clockScenario: Scenario = async ({ root, seed, faults }) => {
  const random = seededRandom(seed);
  const file = join(root, 'clock');
  const preload = join(root, 'jumping-clock.js');
  writeFileSync(file, new Uint8Array(8));
  writeFileSync(preload, jumpingClock(file));
  const bytes = Bun.mmap(file);
  const shared = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jumps = { forwards: 0, backwards: 0 };
  const jump = (): void => {
    const before = shared.getFloat64(0);
    const hours = random.below(3) === 0 ? random.below(2 * mostHours) - mostHours : random.below(5) - 2;
    shared.setFloat64(0, Math.max(-mostHours, Math.min(mostHours, hours)) * hourMs);
    jumps[shared.getFloat64(0) < before ? 'backwards' : 'forwards'] += 1;
  };
  const timer = setInterval(jump, everyMs);
  const report = await runProcessCampaign({
    root,
    seed,
    answerMs,
    agentKills: Math.max(2, Math.round(faults * killsPerJump.agents)),
    orchestratorKills: Math.max(1, Math.round(faults * killsPerJump.orchestrators)),
    env: { CHAOS_CLOCK: file, BUN_OPTIONS: `--preload=${join(import.meta.dir, 'jumping-clock.ts')}` },
  });
  clearInterval(timer);
  return {
    events: report.counts.turns,
    faults: jumps,
    kills: report.agentKills + report.idleKills + report.orchestratorKills,
    lost: report.counts.lost,
    doubleStarts: report.counts.doubleStarts,
    orphans: report.orphans,
    violations: report.violations,
    counts: {
      requests: report.counts.requests,
      messages: report.counts.messages,
      calls: report.counts.calls,
    },
  };
};
