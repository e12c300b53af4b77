import { isRecord } from '@goondan/core';
import type { ErrandEvidence } from '../errand/evidence.ts';
import { judgeErrands, type ErrandFindings } from '../errand/judge-errands.ts';
import { groupBy } from '../turn/group-by.ts';

/** A line that a command wrote in its workdir. */
export interface CommandLine {
  readonly kind: string;
  readonly token: string;
}

/** What became of the commands. */
export interface CommandFindings extends ErrandFindings {
  readonly doubleStarts: readonly string[];
}

/** No command starts twice; each ends with a result that says how, and one that ended well has done what it says. */
export function judgeCommands(evidence: ErrandEvidence, written: readonly CommandLine[]): CommandFindings {
  const byToken = groupBy(written, ({ token }) => token);
  const doubleStarts = [...byToken].flatMap(([token, lines]) => {
    const starts = lines.filter(({ kind }) => kind === 'start').length;
    return starts > 1 ? [`The command of ${token} started ${starts} times.`] : [];
  });
  const findings = judgeErrands(evidence, ({ status, code = '', message = '', output }, { token }) => {
    if (status === 'error')
      return code === 'E_TOOL_OUTCOME_UNKNOWN' || code === 'E_TOOL' ? [] : [`It ended ${code}: ${message}`];
    if (!isRecord(output) || typeof output['exitCode'] !== 'number')
      return [`It was answered ${JSON.stringify(output)}.`];
    if (output['exitCode'] !== 0) return [];
    const hasEnded = byToken.get(token)?.some(({ kind }) => kind === 'end') === true;
    return hasEnded && JSON.stringify(output['stdout'] ?? '').includes(`did ${token}\\n`)
      ? []
      : [`It is said to have ended well: ${JSON.stringify(output)}.`];
  });
  return { ...findings, doubleStarts, violations: [...findings.violations, ...doubleStarts] };
}
