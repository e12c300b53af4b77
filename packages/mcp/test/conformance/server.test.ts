import { describe, expect, test } from 'bun:test';
import { judgeServer } from './judge-server.ts';
import { hasJudges, installJudges } from './judges.ts';

const revisions = ['2025-11-25', '2026-07-28'];

describe('the official conformance tool', () => {
  if (hasJudges)
    test.each(revisions)(
      'MCP-2: finds no failed check in any scored server scenario of %s, nor in those of tasks',
      async (revision) => {
        const verdicts = await judgeServer(revision);
        const wanted = verdicts.filter(({ isScored, scenario }) => isScored || scenario.startsWith('tasks-'));
        expect(
          wanted.flatMap(({ scenario, reasons }) => reasons.map((reason) => `${scenario}: ${reason}`)),
        ).toEqual([]);
        expect(wanted.length).toBeGreaterThanOrEqual(30);
      },
      180_000,
    );
  else
    test('was left out: it is not installed', () => {
      console.warn(`left out, for the judges are not installed: ${installJudges}`);
    });
});
