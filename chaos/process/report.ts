import type { ProcessCampaignReport } from './campaign.ts';
import { restartTargetMs, type Times } from './restart-times.ts';

/** True when every promise was kept, and agents came back in time. */
export function hasPassed({ violations, agentRestart }: ProcessCampaignReport): boolean {
  return violations.length === 0 && agentRestart.p95 <= restartTargetMs;
}

/** The report as people read it: a table, and what went wrong with the command that does it again. */
export function reportText(report: ProcessCampaignReport): string {
  const { seed, agentKills, orchestratorKills, counts, violations } = report;
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['kill -9 of agent processes at work', agentKills],
    ['kill -9 of processes starting or at hand', report.idleKills],
    ['kill -9 of the orchestrator', orchestratorKills],
    ['events accepted', counts.turns],
    ['tool calls of their turns', counts.calls],
    ['handler starts', counts.starts],
    ['requests', counts.requests],
    ['messages', counts.messages],
    ['handoffs', counts.handoffs],
    ['jobs left pending and completed later', counts.jobs],
    ['results E_TOOL_OUTCOME_UNKNOWN', counts.unknownOutcomes],
    ['of these given up after three crashes', counts.givenUp],
    ['acknowledged and lost', counts.lost],
    ['double starts', counts.doubleStarts],
    ['orphans', report.orphans],
    ['broken promises in all', violations.length],
    ['agent restart to first turn', timesText(report.agentRestart)],
    ['agent restarts that a kill came before', report.cutRestarts],
    ['orchestrator start to first turn', timesText(report.orchestratorRestart)],
    ['processors, load', `${report.machine.processors}, ${report.machine.load.toFixed(1)}`],
    ['seconds', report.seconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${String(value).padStart(8)}`);
  const shown = violations.slice(0, 20).map((violation) => `  ${violation}`);
  if (report.agentRestart.p95 > restartTargetMs)
    shown.push(`  Agents came back too late: p95 over ${restartTargetMs} ms.`);
  const again = `Again: bun --no-install chaos/process/run.ts --agent-kills ${agentKills} --orchestrator-kills ${orchestratorKills} --seed ${seed}`;
  return [...table, ...(hasPassed(report) ? [] : ['', ...shown, again])].join('\n');
}

function timesText({ count, p50, p95, max }: Times): string {
  return `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${max.toFixed(0)} ms of ${count}`;
}
