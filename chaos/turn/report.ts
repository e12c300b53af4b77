import type { CampaignReport } from './campaign.ts';

/** The report as people read it: a table, and what went wrong with the command that does it again. */
export function reportText(report: CampaignReport): string {
  const { seed, kills, seconds, counts, violations } = report;
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['kill -9', kills],
    ['turns accepted', counts.turns],
    ['tool calls', counts.calls],
    ['handler starts', counts.starts],
    ['handler ends', counts.ends],
    ['results ok', counts.okResults],
    ['results error', counts.errorResults],
    ['results E_TOOL_OUTCOME_UNKNOWN', counts.unknownOutcomes],
    ['repeated starts, idempotent or readOnly', counts.repeatedStarts],
    ['acknowledged and lost', counts.lost],
    ['double starts', counts.doubleStarts],
    ['broken promises in all', violations.length],
    ['seconds', seconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${String(value).padStart(8)}`);
  const shown = violations.slice(0, 20).map((violation) => `  ${violation}`);
  const again = `Again: bun --no-install chaos/turn/run.ts --kills ${kills} --seed ${seed}`;
  return [...table, ...(violations.length === 0 ? [] : ['', ...shown, again])].join('\n');
}
