import type { Scenario } from '../scenario.ts';
import { runProcessCampaign } from './campaign.ts';

/** Kills of the orchestrator among all. */
const orchestratorShare = 0.25;

/** Kills agent processes and orchestrators of a swarm at work. */
export const processScenario: Scenario = async ({ root, seed, faults }) => {
  const orchestratorKills = Math.max(1, Math.round(faults * orchestratorShare));
  const agentKills = Math.max(1, faults - orchestratorKills);
  const report = await runProcessCampaign({ root, seed, agentKills, orchestratorKills });
  const { counts, agentRestart } = report;
  return {
    events: counts.turns,
    faults: { agent: report.agentKills, idle: report.idleKills, orchestrator: report.orchestratorKills },
    kills: report.agentKills + report.idleKills + report.orchestratorKills,
    lost: counts.lost,
    doubleStarts: counts.doubleStarts,
    orphans: report.orphans,
    violations: report.violations,
    counts: {
      calls: counts.calls,
      requests: counts.requests,
      messages: counts.messages,
      handoffs: counts.handoffs,
      jobs: counts.jobs,
      E_TOOL_OUTCOME_UNKNOWN: counts.unknownOutcomes,
      'given up after three crashes': counts.givenUp,
      'agent restart p95 ms': Math.round(agentRestart.p95),
    },
  };
};
