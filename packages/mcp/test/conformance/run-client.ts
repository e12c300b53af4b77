/** Has the official conformance tool judge our client, in both revisions; fails when a scored scenario has a failed check. */
import { judgeClient, reportCounts } from './judge-client.ts';
import { hasJudges, installJudges } from './judges.ts';

let isGood = hasJudges;
if (!hasJudges) console.error(`the judges are not installed: ${installJudges}`);
else
  for (const revision of ['2025-11-25', '2026-07-28'])
    isGood = reportCounts(`client ${revision}`, await judgeClient(revision)) && isGood;
process.exitCode = isGood ? 0 : 1;
