import { describe, expect, test } from 'bun:test';
import { judgeCommands } from './child/judge-commands.ts';
import type { ErrandAccepted, ErrandCall, ErrandEnd, ErrandEvidence } from './errand/evidence.ts';
import { judgeErrands } from './errand/judge-errands.ts';
import { judgeStart, type Told } from './journal/judge-start.ts';
import type { Served } from './mcp/evidence.ts';
import { judgeServed } from './mcp/judge-served.ts';
import { floodFaults } from './peer/scenario.ts';
import { planOf } from './plan.ts';
import { scenarios } from './scenarios.ts';
import { lineIn } from './ledger.ts';
import { figuresOf, isWithin } from './soak/figures.ts';

const accepted = (number: number): ErrandAccepted => ({
  kind: 'accepted',
  instanceKey: 'a/s-0',
  sequence: number,
  turnId: `t${number}`,
  token: `s:${number}`,
  input: `act s:${number}`,
  journalBytes: 1000 * (number + 1),
});
const end = (number: number, call: Partial<ErrandCall> = {}): ErrandEnd => ({
  kind: 'retold',
  turnId: `t${number}`,
  status: 'completed',
  digest: `d${number}`,
  journalBytes: 1000 * (number + 1) + 500,
  calls: [{ id: 'c', name: 'own__act', status: 'ok', output: `did s:${number}`, ...call }],
});
const evidence = (
  calls: readonly Partial<ErrandCall>[],
  more: Partial<ErrandEvidence> = {},
): ErrandEvidence => ({
  accepted: calls.map((_, number) => accepted(number)),
  ends: calls.map((call, number) => end(number, call)),
  refused: [],
  acts: [],
  problems: [],
  ...more,
});
const nothing = (): string[] => [];

describe('events that were taken in', () => {
  test('are well when each has its outcome', () => {
    expect(judgeErrands(evidence([{}, {}]), nothing).violations).toEqual([]);
  });

  test.each([
    ['has no outcome', evidence([{}], { ends: [] }), 'has no outcome'],
    ['has two', evidence([{}], { ends: [end(0), { ...end(0), digest: 'x' }] }), 'different outcomes'],
    ['failed', evidence([{}], { ends: [{ ...end(0), status: 'failed' }] }), 'was failed'],
    ['is the last and did not go well', evidence([{ status: 'error', code: 'E_X' }]), 'does not work again'],
  ])('one that %s is found', (_, found, text) => {
    expect(judgeErrands(found, nothing).violations.join()).toContain(text);
  });
});

describe('calls of MCP servers', () => {
  const served = (...kinds: Served['kind'][]): Served[] =>
    kinds.map((kind) => ({ kind, tool: 'act', token: 's:0', pid: 1 }));
  const whole = served('start', 'effect', 'end');
  const ill = (call: Partial<ErrandCall>): ErrandEvidence => evidence([call, {}]);
  const next = whole.map((line) => ({ ...line, token: 's:1' }));

  test('are well when the result is what the server did', () => {
    expect(judgeServed(ill({}), [...whole, ...next]).violations).toEqual([]);
    const lost = { status: 'error', code: 'E_MCP_LOST' };
    expect(judgeServed(ill(lost), [...served('start'), ...next]).violations).toEqual([]);
  });

  test.each<[string, Partial<ErrandCall>, Served[], string]>([
    ['reaches the server twice', {}, [...served('start'), ...whole], '2 times'],
    ['is said to be done and is not', {}, served('start'), 'did not end it'],
    ['is answered with what belongs to another', { output: 'did s:7' }, whole, 'was answered'],
    ['has no clear code', { status: 'error', code: 'E_INTERNAL' }, whole, 'E_INTERNAL'],
    [
      'is said not to have been made and was',
      { status: 'error', code: 'E_MCP_UNAVAILABLE' },
      served('start'),
      'not to have been called',
    ],
  ])('one that %s is found', (_, call, lines, text) => {
    expect(judgeServed(ill(call), [...lines, ...next]).violations.join()).toContain(text);
  });
});

describe('commands', () => {
  const ran = (number: number) => ({ output: { exitCode: 0, stdout: `did s:${number}\n` } });
  const lines = [0, 1].flatMap((number) => ['start', 'end'].map((kind) => ({ kind, token: `s:${number}` })));

  test('are well when they did what they say', () => {
    expect(judgeCommands(evidence([ran(0), ran(1)]), lines).violations).toEqual([]);
  });

  test.each<[string, Partial<ErrandCall>, typeof lines, string]>([
    ['started twice', ran(0), [{ kind: 'start', token: 's:0' }, ...lines], '2 times'],
    [
      'is said to have ended well and has not',
      ran(0),
      lines.filter(({ token }) => token === 's:1'),
      'ended well',
    ],
    ['has no exit code', { output: 'killed' }, lines, 'was answered'],
    ['is a defect of ours', { status: 'error', code: 'E_INTERNAL' }, lines, 'E_INTERNAL'],
  ])('one that %s is found', (_, call, written, text) => {
    expect(judgeCommands(evidence([call, ran(1)]), written).violations.join()).toContain(text);
  });
});

describe('a start on a damaged journal', () => {
  const lines = { accepted: [0, 1, 2].map(accepted), ends: [0, 1, 2].map((number) => end(number)) };
  const whole = (number: number): Told => ({ digest: `d${number}` });
  const say = (...told: Told[]): Map<string, Told> => new Map(told.map((one, number) => [`t${number}`, one]));

  test('is well when it tells all, refuses, or tells an exact start of a write-ahead file', () => {
    expect(judgeStart(say(whole(0), whole(1), whole(2)), lines, undefined)).toEqual([]);
    expect(judgeStart(say('refused', 'refused', 'refused'), lines, undefined)).toEqual([]);
    expect(judgeStart(say(whole(0), 'open', 'unknown'), lines, 2_000)).toEqual([]);
  });

  test.each<[string, Map<string, Told>, number | undefined, string]>([
    ['forgets what was acknowledged', say(whole(0), whole(1), 'unknown'), undefined, 'lost in silence'],
    ['forgets an outcome', say(whole(0), whole(1), 'open'), undefined, 'lost in silence'],
    ['forgets what is before the damage', say(whole(0), 'unknown', 'unknown'), 2_000, 'lost in silence'],
    ['tells another outcome', say(whole(0), whole(2), whole(2)), undefined, 'another outcome'],
    ['leaves one out', say(whole(0), 'unknown', whole(2)), 1_500, 'though one before it is not'],
  ])('that %s is found', (_, told, intact, text) => {
    expect(judgeStart(told, lines, intact).join()).toContain(text);
  });
});

test('a line that begins with the piece of one that a kill cut off is read without it', () => {
  const line = { kind: 'outcome', calls: [{ id: 'c' }], output: { text: '{"a":1}' } };
  const text = JSON.stringify(line);
  for (let length = 0; length < text.length; length += 1)
    expect(lineIn(`${text.slice(0, length)}${text}`)).toEqual(line);
  expect(() => lineIn('nothing')).toThrow('There is no line');
});

test('a flood that is lost, doubled, unanswered or kept in memory is found', () => {
  const well = { accepted: 10, refused: 990, handled: 10, isOnce: true, answers: 1, growth: 0 };
  expect(floodFaults('wait', well, 1000)).toEqual([]);
  for (const ill of [
    { handled: 9 },
    { isOnce: false },
    { refused: 900 },
    { answers: 0 },
    { growth: 2 ** 30 },
  ])
    expect(floodFaults('wait', { ...well, ...ill }, 1000)).not.toEqual([]);
});

test('a soak that leaks is found', () => {
  const samples = (bytes: number) =>
    Array.from({ length: 40 }, (_, index) => {
      const gauge = { rss: 0, heap: index * 2_500 * bytes, descriptors: 10, zombies: 0 };
      return { calls: (index + 1) * 2_500, agent: gauge, orchestrator: gauge };
    });
  const report = { calls: 100_000, turns: 2_000, seconds: 1, wrong: 0, journal: 1_000, pruned: 10 };
  expect(figuresOf({ ...report, samples: samples(1) }).every(isWithin)).toBe(true);
  expect(
    figuresOf({ ...report, samples: samples(1_000) }).filter((figure) => !isWithin(figure)),
  ).toHaveLength(2);
});

test('a long plan has as many kills as it was asked for', () => {
  const { process: processes = 0, mcp = 0, child = 0, clock = 0 } = planOf(1_000);
  expect(processes + mcp + child + clock * 0.65).toBeGreaterThanOrEqual(1_000);
  expect(Object.keys(planOf(1))).toEqual(Object.keys(scenarios));
});
