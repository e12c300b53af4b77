import { expect, test } from 'bun:test';
import type { Act, End, ProcessEvidence } from '../../../../chaos/process/evidence.ts';
import { judgeProcesses } from '../../../../chaos/process/judge.ts';
import { answerOf, errandOf, jobResult, tokenOf, type Errand } from '../../../../chaos/process/load.ts';
import { leftAfter } from '../../../../chaos/process/system-processes.ts';
import { timesOf } from '../../../../chaos/process/restart-times.ts';

const boss = 'boss/b0-0';

/** The first turns of a boss's conversation that are about these. */
function turnsOf(...errands: Errand[]): { sequence: number; turnId: string; errand: Errand }[] {
  let sequence = -1;
  return errands.map((errand) => {
    do sequence += 1;
    while (errandOf({ instanceKey: boss, sequence }) !== errand);
    return { sequence, turnId: `t${sequence}`, errand };
  });
}

const turns = turnsOf('ask', 'tell', 'tell', 'hand', 'job');
const [ask, firstTell, secondTell, hand, job] = turns.map(({ sequence }) =>
  tokenOf({ instanceKey: boss, sequence }),
);

function note(turnId: string, note: string, more: Partial<Act> = {}): Act {
  const place = { instanceKey: 'store/s0-0', turnId, toolCallId: 'n', idempotencyKey: `key ${turnId}` };
  return { kind: 'start', tool: 'repeatable', ...place, pid: 1, note, ...more };
}

function end(turnId: string, errand: Errand): End {
  const handles: Partial<Record<Errand, string>> = { hand: 'h', job: `job ${job}` };
  const handle = handles[errand];
  const name = { work: 'acts__plain', job: 'acts__job', hand: 'agents__handoff', tell: 'agents__send' };
  const call = {
    id: `call of ${turnId}`,
    name: errand === 'ask' || errand === 'relay' ? 'agents__request' : name[errand],
    status: handle === undefined ? 'ok' : 'pending',
    isGivenUp: false,
    ...(handle === undefined ? {} : { handle }),
  };
  const output = answerOf({ instanceKey: boss, sequence: Number(turnId.slice(1)) }) ?? 'All done.';
  return { kind: 'retold', turnId, status: 'completed', digest: `d ${turnId}`, output, calls: [call] };
}

const calls = turns.map(({ turnId }) => `call of ${turnId}`);

/** What a campaign leaves where every promise was kept. */
const kept: ProcessEvidence = {
  accepted: turns.map(({ sequence, turnId }) => ({
    kind: 'accepted',
    instanceKey: boss,
    sequence,
    turnId,
  })),
  ends: turns.map(({ turnId, errand }) => end(turnId, errand)),
  completed: [`job ${job}`],
  acts: [
    note('n1', `told ${firstTell}`),
    note('n2', `told ${secondTell}`),
    note('n3', `did ${hand}`, { instanceKey: boss, handle: 'h' }),
    note('n4', jobResult(`job ${job}`), { instanceKey: boss, handle: `job ${job}` }),
  ],
  conversations: [{ instanceKey: boss, calls, results: calls }],
  problems: [],
};

function without(turnId: string): Act[] {
  return kept.acts.filter((act) => act.turnId !== turnId);
}

function endsWith(errand: Errand, change: (end: End) => End): ProcessEvidence {
  const changed = turns.find((turn) => turn.errand === errand)?.turnId;
  return { ...kept, ends: kept.ends.map((one) => (one.turnId === changed ? change(one) : one)) };
}

test('a campaign of processes that kept every promise has no violations, and its counts are what happened', () => {
  const { violations, counts } = judgeProcesses(kept);
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ turns: 5, requests: 1, messages: 2, handoffs: 1, jobs: 1, lost: 0 });
});

const broken: Record<string, { readonly evidence: ProcessEvidence; readonly says: string }> = {
  'an accepted event without an outcome': {
    evidence: { ...kept, ends: kept.ends.slice(1) },
    says: 'was accepted and has no outcome',
  },
  'an answer for somebody else': {
    evidence: endsWith('ask', (one) => ({ ...one, output: 'answered echo b1-0:7 to b1-0:7' })),
    says: `ask ${ask}`,
  },
  'a request that fails': {
    evidence: endsWith('ask', (one) => ({
      ...one,
      calls: one.calls.map((call) => ({ ...call, status: 'error', code: 'E_AGENT_CRASHED' })),
    })),
    says: 'ended E_AGENT_CRASHED',
  },
  'a message that never arrived': { evidence: { ...kept, acts: without('n1') }, says: 'never arrived' },
  'a message that arrived twice': {
    evidence: { ...kept, acts: [...kept.acts, note('n9', `told ${secondTell}`)] },
    says: 'arrived 2 times',
  },
  'messages out of order': {
    evidence: { ...kept, acts: [...without('n1'), note('n1', `told ${firstTell}`)] },
    says: `from ${boss.split('/')[1]} to store/s0-0 came after`,
  },
  'a handoff that never came back': { evidence: { ...kept, acts: without('n3') }, says: 'never arrived' },
  'a handoff that came back to another': {
    evidence: {
      ...kept,
      acts: [...without('n3'), note('n3', `did ${hand}`, { instanceKey: 'boss/b1-0', handle: 'h' })],
    },
    says: 'arrived at boss/b1-0',
  },
  'a job that ended with something else': {
    evidence: {
      ...kept,
      acts: [...without('n4'), note('n4', 'done', { instanceKey: boss, handle: `job ${job}` })],
    },
    says: 'arrived as done',
  },
  'a turn that goes on after the next has begun': {
    evidence: { ...kept, acts: [note('n2', `told ${secondTell}`), ...kept.acts] },
    says: 'Turn n2 of store/s0-0 worked after another had begun',
  },
  'a handler that started twice': {
    evidence: {
      ...kept,
      acts: [note('t9', '', { tool: 'plain' }), note('t9', '', { tool: 'plain' }), ...kept.acts],
    },
    says: 'started 2 times',
  },
  'a call that left the conversation': {
    evidence: {
      ...kept,
      conversations: [{ instanceKey: boss, calls: calls.slice(1), results: calls.slice(1) }],
    },
    says: 'is not where it was made',
  },
  'a call without a result': {
    evidence: { ...kept, conversations: [{ instanceKey: boss, calls, results: calls.slice(1) }] },
    says: 'Calls and results of boss/b0-0 differ',
  },
  'a conversation nobody told': { evidence: { ...kept, conversations: [] }, says: 'was not told' },
  'what a process found itself': { evidence: { ...kept, problems: ['It is odd.'] }, says: 'It is odd.' },
};

for (const [what, { evidence, says }] of Object.entries(broken)) {
  test(`the judge of campaigns with processes sees ${what}`, () => {
    expect(judgeProcesses(evidence).violations.join('\n')).toContain(says);
  });
}

test('a process that stays behind is found by its environment, and one that goes is not', async () => {
  const variable = `CHAOS_LIFE=${crypto.randomUUID()}`;
  const [name = '', value = ''] = variable.split('=');
  const stays = Bun.spawn(['sleep', '60'], { env: { ...process.env, [name]: value } });
  try {
    const left = await leftAfter(0, { of: [], variable });
    expect(left.map(({ pid }) => pid)).toEqual([stays.pid]);
  } finally {
    stays.kill('SIGKILL');
    await stays.exited;
  }
  expect(await leftAfter(60_000, { of: [], variable })).toEqual([]);
});

test('the figures of restarts are those of the list', () => {
  const list = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(timesOf(list)).toEqual({ count: 100, p50: 50, p95: 95, max: 100 });
  expect(timesOf([])).toEqual({ count: 0, p50: 0, p95: 0, max: 0 });
});
