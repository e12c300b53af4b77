import type { PlanOutcome, PlanResult } from '@goondan/core';
import { table } from '../output/table.ts';
import { oneLine } from '../output/terminal-text.ts';

const longest = 100;

/** What a plan came to, as a person reads it: one line an entry, in plan order. */
export function outcomeText({ skipped, reason, results }: PlanOutcome): string {
  if (skipped) return `skipped: ${reason ?? 'nothing to run'}${hintFor(reason)}`;
  const failed = results.filter(({ success }) => !success).length;
  const summary = `${results.length} ${results.length === 1 ? 'tool' : 'tools'}, ${failed} failed`;
  return `${table(results.map(row))}\n${summary}`;
}

function row({ id = '', tool, success, result, error, code, elapsed }: PlanResult): string[] {
  const said = success ? JSON.stringify(result) : `${code ?? 'E_TOOL'} ${error ?? ''}`;
  return [id, tool, success ? 'ok' : 'failed', `${Math.round(elapsed * 1000)} ms`, oneLine(said, longest)];
}

function hintFor(reason: string | undefined): string {
  if (reason !== 'mcp_tools is off') return '';
  return '. Switch it on: policy.tools.features.mcp_tools of the swarm, or GOONDAN_FEATURE_MCP_TOOLS=true.';
}
