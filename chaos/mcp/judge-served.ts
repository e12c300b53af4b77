import type { ErrandEvidence } from '../errand/evidence.ts';
import { judgeErrands, type ErrandFindings } from '../errand/judge-errands.ts';
import { groupBy } from '../turn/group-by.ts';
import type { Served } from './evidence.ts';

/** What became of the calls of the server. */
export interface ServedFindings extends ErrandFindings {
  readonly doubleStarts: readonly string[];
}

/** How a call may end whose server was killed: it had not been called, nobody knows, or our own process went with it. */
const codes = new Set(['E_MCP_UNAVAILABLE', 'E_MCP_LOST', 'E_TOOL_OUTCOME_UNKNOWN']);

/** No call that is not read-only reaches the server twice, and each result tells what the server has seen. */
export function judgeServed(evidence: ErrandEvidence, served: readonly Served[]): ServedFindings {
  const byCall = groupBy(served, ({ tool, token }) => `${tool} ${token}`);
  const doubleStarts = [...byCall].flatMap(([call, lines]) => {
    const starts = lines.filter(({ kind }) => kind === 'start').length;
    return call.startsWith('act ') && starts > 1 ? [`${call} reached the server ${starts} times.`] : [];
  });
  const findings = judgeErrands(evidence, ({ name, status, code = '', output }, { token }) => {
    const tool = name.split('__')[1] ?? '';
    const lines = byCall.get(`${tool} ${token}`) ?? [];
    const has = (kind: Served['kind']): boolean => lines.some((line) => line.kind === kind);
    if (status === 'ok') {
      if (!has('end')) return ['It ended ok, but the server did not end it.'];
      return JSON.stringify(output ?? '').includes(`did ${token}"`)
        ? []
        : [`It was answered ${JSON.stringify(output)}.`];
    }
    if (!codes.has(code)) return [`It ended ${status} ${code}.`];
    return code === 'E_MCP_UNAVAILABLE' && tool === 'act' && has('start')
      ? ['It is said not to have been called, but the server has begun it.']
      : [];
  });
  return { ...findings, doubleStarts, violations: [...findings.violations, ...doubleStarts] };
}
