import { judgeServer } from './judge-server.ts';
import { hasJudges, installJudges } from './judges.ts';

/** Has the official tool judge our server and prints what it found; fails when a scored scenario, or one of tasks, has a failed check. */
let failures = 0;
if (!hasJudges) {
  console.error(`the judges are not installed: ${installJudges}`);
  failures = 1;
} else
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const verdicts = await judgeServer(revision);
    for (const { scenario, isScored, passed, failed, reasons } of verdicts) {
      const isWanted = isScored || scenario.startsWith('tasks-');
      if (isWanted) failures += failed;
      console.log(
        `${failed === 0 ? 'ok    ' : 'FAILED'}  ${revision}  ${scenario}  ${passed} passed, ${failed} failed${isWanted ? '' : '  (not scored)'}`,
      );
      if (isWanted) for (const reason of reasons) console.log(`        ${reason}`);
    }
    const scored = verdicts.filter(({ isScored }) => isScored);
    const tasks = verdicts.filter(({ scenario }) => scenario.startsWith('tasks-'));
    console.log(
      `server ${revision}: ${summary(scored, 'scored scenarios')}; ${summary(tasks, 'tasks scenarios')}\n`,
    );
  }
process.exitCode = failures === 0 ? 0 : 1;

function summary(
  verdicts: readonly { readonly passed: number; readonly failed: number }[],
  what: string,
): string {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const passed = sum(verdicts.map((one) => one.passed));
  const failed = sum(verdicts.map((one) => one.failed));
  return `${verdicts.length} ${what}, ${passed} checks passed, ${failed} failed`;
}
