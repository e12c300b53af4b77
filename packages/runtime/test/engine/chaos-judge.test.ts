import { expect, test } from 'bun:test';
import type { Effect, Evidence, Outcome } from '../../../../chaos/turn/evidence.ts';
import { judge } from '../../../../chaos/turn/judge.ts';

type Call = Outcome['calls'][number];

function effect(kind: Effect['kind'], toolCallId: string, more: Partial<Effect> = {}): Effect {
  const place = { instanceKey: 'i', turnId: 't0', toolCallId, idempotencyKey: `key ${toolCallId}` };
  return { kind, tool: 'plain', ...place, pid: 1, ...more };
}

function ran(toolCallId: string, more: Partial<Effect> = {}): Effect[] {
  return [
    effect('start', toolCallId, more),
    effect('effect', toolCallId, more),
    effect('end', toolCallId, more),
  ];
}

const reading = { tool: 'reading' };
const calls: Call[] = [
  { id: 'c1', name: 'first__plain', status: 'ok' },
  { id: 'c2', name: 'first__plain', status: 'error', code: 'E_TOOL_OUTCOME_UNKNOWN' },
  { id: 'c3', name: 'first__reading', status: 'ok' },
];
const outcome: Outcome = { kind: 'outcome', turnId: 't0', status: 'completed', digest: 'd0', calls };
const nextOutcome: Outcome = { ...outcome, turnId: 't1', digest: 'd1', calls: [] };

/** What a campaign leaves where every promise was kept. */
const kept: Evidence = {
  effects: [...ran('c1'), effect('start', 'c2'), effect('start', 'c3', reading), ...ran('c3', reading)],
  accepted: [
    { kind: 'accepted', instanceKey: 'i', sequence: 0, turnId: 't0' },
    { kind: 'accepted', instanceKey: 'i', sequence: 1, turnId: 't1' },
  ],
  outcomes: [outcome, { ...outcome, kind: 'retold' }, { ...nextOutcome, kind: 'retold' }],
  conversations: [{ instanceKey: 'i', calls: ['c1', 'c2', 'c3'], results: ['c1', 'c2', 'c3'] }],
  problems: [],
};

function resultOf(id: string, more: Partial<Call>): Evidence {
  const changed = calls.map((call) => (call.id === id ? { ...call, ...more } : call));
  return {
    ...kept,
    outcomes: kept.outcomes.map((one) => (one.turnId === 't0' ? { ...one, calls: changed } : one)),
  };
}

test('a campaign that kept every promise has no violations, and its counts are what happened', () => {
  expect(judge(kept)).toEqual({
    violations: [],
    counts: {
      turns: 2,
      calls: 3,
      starts: 4,
      ends: 2,
      okResults: 2,
      errorResults: 0,
      unknownOutcomes: 1,
      repeatedStarts: 1,
      lost: 0,
      doubleStarts: 0,
    },
  });
});

const broken: Record<string, { readonly evidence: Evidence; readonly says: string }> = {
  'an accepted turn without an outcome': {
    evidence: { ...kept, outcomes: kept.outcomes.filter(({ turnId }) => turnId !== 't1') },
    says: 'was accepted and has no outcome',
  },
  'an outcome that cannot be told again': {
    evidence: {
      ...kept,
      outcomes: kept.outcomes.filter(({ kind, turnId }) => turnId === 't1' || kind === 'outcome'),
    },
    says: 'was accepted and has no outcome',
  },
  'an outcome that is told in two ways': {
    evidence: { ...kept, outcomes: [...kept.outcomes, { ...outcome, kind: 'retold', digest: 'other' }] },
    says: 'was told with different outcomes',
  },
  'a turn that failed': {
    evidence: { ...kept, outcomes: [...kept.outcomes, { ...outcome, kind: 'retold', status: 'failed' }] },
    says: 'was failed',
  },
  'a handler that started twice': {
    evidence: { ...kept, effects: [...kept.effects, effect('start', 'c2', { pid: 2 })] },
    says: 'Call t0 c2 started 2 times',
  },
  'a call with two keys': {
    evidence: {
      ...kept,
      effects: [...kept.effects, effect('end', 'c3', { ...reading, idempotencyKey: 'new' })],
    },
    says: 'had 2 idempotency keys',
  },
  'two calls with one key': {
    evidence: { ...kept, effects: [...kept.effects, effect('start', 'c9', { idempotencyKey: 'key c1' })] },
    says: 'belongs to several calls',
  },
  'a success that did not happen': {
    evidence: {
      ...kept,
      effects: kept.effects.filter(({ kind, toolCallId }) => toolCallId !== 'c1' || kind !== 'end'),
    },
    says: 'ended ok , but its handler did not',
  },
  'a success with two effects': {
    evidence: { ...kept, effects: [...kept.effects, effect('effect', 'c1')] },
    says: 'with 2 effects',
  },
  'an error nobody asked for': {
    evidence: resultOf('c1', { status: 'error', code: 'E_INTERNAL' }),
    says: 'ended error E_INTERNAL',
  },
  'a result that is none': { evidence: resultOf('c1', { status: 'pending' }), says: 'ended pending' },
  'an unknown outcome of what may start again': {
    evidence: resultOf('c3', { status: 'error', code: 'E_TOOL_OUTCOME_UNKNOWN' }),
    says: 'though it could have been started again',
  },
  'wrong arguments that reached a handler': {
    evidence: resultOf('c2', { code: 'E_TOOL_INVALID_ARGS' }),
    says: 'but its handler started',
  },
  'turns out of order': {
    evidence: { ...kept, effects: [effect('start', 'c4', { turnId: 't1' }), ...kept.effects] },
    says: 'Turn 0 of i worked after turn 1 had begun',
  },
  'work for a turn of nobody': {
    evidence: { ...kept, effects: [...kept.effects, effect('start', 'c8', { turnId: 'tx' })] },
    says: 'which nobody asked for',
  },
  'a call without a result in the conversation': {
    evidence: {
      ...kept,
      conversations: [{ instanceKey: 'i', calls: ['c1', 'c2', 'c3'], results: ['c1', 'c3'] }],
    },
    says: 'The results of i differ at 1: c2 against c3',
  },
  'a result too many': {
    evidence: {
      ...kept,
      conversations: [{ instanceKey: 'i', calls: ['c1', 'c2', 'c3'], results: ['c1', 'c2', 'c3', 'c3'] }],
    },
    says: 'The results of i differ at 3',
  },
  'a call that left the conversation': {
    evidence: { ...kept, conversations: [{ instanceKey: 'i', calls: ['c1', 'c2'], results: ['c1', 'c2'] }] },
    says: 'The calls of i differ at 2',
  },
  'a conversation nobody told': { evidence: { ...kept, conversations: [] }, says: 'was not told' },
  'what a process found itself': { evidence: { ...kept, problems: ['It is odd.'] }, says: 'It is odd.' },
};

for (const [what, { evidence, says }] of Object.entries(broken)) {
  test(`the judge of campaigns sees ${what}`, () => {
    expect(judge(evidence).violations.join('\n')).toContain(says);
  });
}

test('what was lost and what started twice is counted', () => {
  const lost = judge({ ...kept, outcomes: [] }).counts;
  expect(lost.lost).toBe(2);
  const twice = judge({ ...kept, effects: [...kept.effects, ...ran('c1'), effect('start', 'c2')] }).counts;
  expect(twice.doubleStarts).toBe(2);
});
