import { describe, expect, test } from 'bun:test';
import { judgeClient } from './judge-client.ts';
import { hasJudges, installJudges } from './judges.ts';

describe('the official conformance tool', () => {
  if (hasJudges)
    test.each(['2025-11-25', '2026-07-28'])(
      'MCP-1: finds no failed check in any scored client scenario of %s',
      async (revision) => {
        const scored = (await judgeClient(revision)).filter(({ isScored }) => isScored);
        expect(scored.filter(({ failed }) => failed > 0)).toEqual([]);
        expect(scored.length).toBeGreaterThanOrEqual(18);
      },
      180_000,
    );
  else
    test('was left out: it is not installed', () => {
      console.warn(`left out, for the judges are not installed: ${installJudges}`);
    });
});
