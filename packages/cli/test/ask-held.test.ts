import { expect, test } from 'bun:test';
import { GoondanError, type JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import { askHeld } from '../src/chat/ask-held.ts';
import type { Typed } from '../src/chat/terminal-input.ts';

const call = {
  handle: 'h-1',
  agentName: 'slow',
  instanceKey: 'default',
  turnId: 't1',
  toolCallId: 'c1',
  toolName: 'file-system__remove',
  args: { path: 'a.txt' },
};
const released: RuntimeEvent = {
  type: 'tool.released',
  at: 0,
  traceId: 'a',
  spanId: 'b',
  agentName: 'slow',
  instanceKey: 'default',
  turnId: 't1',
  toolCallId: 'c1',
};

/** A person who types these lines and then nothing, and an engine that keeps what it is told. */
function asking(lines: readonly string[]) {
  const left = [...lines];
  const answers: JsonValue[] = [];
  const shown: string[] = [];
  const listeners = new Set<(event: RuntimeEvent | TurnDelta) => void>();
  return {
    answers,
    shown,
    listeners,
    tell: (event: RuntimeEvent) => {
      for (const listener of listeners) listener(event);
    },
    engine: {
      complete: async (_handle: string, outcome: JsonValue) => {
        answers.push(outcome);
      },
      observe: (listener: (event: RuntimeEvent | TurnDelta) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    input: {
      ask: (_prompt: string, withdrawn?: AbortSignal) =>
        new Promise<Typed>((resolve) => {
          const text = left.shift();
          if (text !== undefined) resolve({ kind: 'line', text });
          else withdrawn?.addEventListener('abort', () => resolve({ kind: 'withdrawn' }));
        }),
    },
    output: { line: (text: string) => void shown.push(text) },
  };
}

test('PEND-3: a question that another terminal answers is withdrawn, and nothing is answered twice', async () => {
  const person = asking([]);
  const asked = askHeld(call, person);
  person.tell({ ...released, turnId: 'another' });
  person.tell(released);
  expect(await asked).toBe(true);
  expect(person.answers).toEqual([]);
  expect(person.shown.at(-1)).toBe('answered elsewhere');
  expect(person.listeners.size).toBe(0);
});

test('PEND-3: an answer that comes second is no failure of the chat', async () => {
  const person = asking(['y']);
  const engine = {
    ...person.engine,
    complete: () => Promise.reject(new GoondanError('E_HANDLE_COMPLETED', 'completed before')),
  };
  expect(await askHeld(call, { ...person, engine })).toBe(true);
  expect(person.shown.at(-1)).toBe('answered elsewhere');
});

test('PEND-3: what the person says is what is recorded', async () => {
  for (const [lines, answer] of [
    [['what?', 'y'], { decision: 'approve' }],
    [['a'], { decision: 'approve', always: true }],
    [['n', ' not on a Friday '], { decision: 'deny', note: 'not on a Friday' }],
    [['e', '{bad', 'e', '{"path":"b.txt"}'], { decision: 'approve', args: { path: 'b.txt' } }],
  ] as const) {
    const person = asking(lines);
    expect(await askHeld(call, person)).toBe(true);
    expect(person.answers).toEqual([answer]);
  }
  const person = asking(['stop']);
  expect(await askHeld({ ...call, question: { message: 'Go on?' } }, person)).toBe(true);
  expect(person.answers).toEqual(['stop']);
});
