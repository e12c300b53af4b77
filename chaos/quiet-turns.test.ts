import { describe, expect, test } from 'bun:test';
import { hanging } from './cluster/campaign.ts';
import { QuietTurns } from './cluster/quiet-turns.ts';

describe('turns that hang', () => {
  test('one that takes long because something is killed again and again does not', () => {
    const turns = new QuietTurns();
    turns.opened('a', 0);
    for (let at = 10_000; at <= 100_000; at += 10_000) turns.killed(at);
    turns.ended('a', 110_000);
    expect(turns.lasted).toEqual([110_000]);
    expect(turns.stretches).toEqual([{ turnId: 'a', ms: 10_000 }]);
    expect(hanging(turns.stretches)).toEqual([]);
  });

  test('one that takes long though nothing is killed does, also where a kill frees it', () => {
    const turns = new QuietTurns();
    turns.opened('freed', 0);
    turns.opened('late', 0);
    turns.killed(31_000);
    turns.ended('freed', 32_000);
    turns.ended('late', 63_000);
    expect(hanging(turns.stretches)).toEqual([
      'Turn freed was open for 31000 ms with nothing killed meanwhile.',
      'Turn late was open for 32000 ms with nothing killed meanwhile.',
    ]);
  });

  test('those are open that have not ended', () => {
    const turns = new QuietTurns();
    turns.opened('a', 0);
    turns.opened('b', 0);
    turns.ended('a', 1);
    expect([...turns.open]).toEqual(['b']);
  });
});
