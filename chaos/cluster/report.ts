import type { Times } from '../process/restart-times.ts';
import type { ClusterCampaignReport } from './campaign.ts';

/** The report as people read it: a table, and what went wrong with the command that does it again. */
export function reportText(report: ClusterCampaignReport): string {
  const { seed, kills, counts, violations, met } = report;
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['kill -9 of workers', kills.workers],
    ['kill -9 of servers', kills.nodes],
    ['events accepted', counts.turns],
    ['tool calls of their turns', counts.calls],
    ['handler starts', counts.starts],
    ['requests', counts.requests],
    ['messages', counts.messages],
    ['handoffs', counts.handoffs],
    ['jobs left pending and completed later', counts.jobs],
    ['calls held until a person approved', report.held],
    ['results E_TOOL_OUTCOME_UNKNOWN', counts.unknownOutcomes],
    ['acknowledged and lost', counts.lost],
    ['double starts', counts.doubleStarts],
    ['orphans', report.orphans],
    ['broken promises in all', violations.length],
    ['kill to the next turn ended', timesText(report.nextTurn)],
    ['kill to all turns ended that were open', timesText(report.openTurns)],
    ['acceptance of a turn to its end, through all kills', timesText(report.turns)],
    ['longest that turns were open with nothing killed', timesText(report.quiet)],
    ['tried again by clients', metText(met)],
    ['processors, load', `${report.machine.processors}, ${report.machine.load.toFixed(1)}`],
    ['seconds', report.seconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${String(value).padStart(8)}`);
  if (violations.length === 0) return table.join('\n');
  const again = `Again: npm run chaos:cluster -- --kills ${kills.workers + kills.nodes} --seed ${seed}`;
  return [...table, '', ...violations.slice(0, 20).map((text) => `  ${text}`), again].join('\n');
}

function timesText({ count, p50, p95, max }: Times): string {
  return `median ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, worst ${max.toFixed(0)} ms of ${count}`;
}

function metText(met: Readonly<Record<string, number>>): string {
  const parts = Object.entries(met).map(([code, count]) => `${code} ${count}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
