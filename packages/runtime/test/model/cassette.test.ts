import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import type { CoreMessage } from '@goondan/core';
import { createAgentModel, type AgentModel } from '@goondan/runtime/model';
import { ask, rejectionOf, tools } from './ask.ts';
import { startAnthropicWire } from './wire/anthropic-wire.ts';
import { modelResource, wireEnv, wireKey } from './wire/wire-providers.ts';
import type { WireReply } from './wire/wire-reply.ts';

interface Studio {
  readonly root: string;
  readonly recorder: AgentModel;
  /** A model that has read nothing yet. */
  readonly replay: (params?: { temperature: number }) => AgentModel;
}

async function inStudio(
  replies: readonly WireReply[],
  use: (studio: Studio) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-cassette-'));
  const wire = await startAnthropicWire(replies);
  const real = modelResource(
    {
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      endpoint: wire.endpoint,
      apiKey: { valueFrom: { env: 'WIRE_KEY' } },
    },
    'real',
  );
  const around = { bundleRoot: root, modelNamed: (name: string) => (name === 'real' ? real : undefined) };
  const recorder = createAgentModel(modelResource({ provider: 'record', model: 'Model/real' }, 'tape'), {
    ...around,
    env: wireEnv,
  });
  const replayed = modelResource(
    { provider: 'replay', model: 'real', options: { cassette: '.goondan/cassettes/tape.jsonl' } },
    'again',
  );
  const replay: Studio['replay'] = (params) =>
    createAgentModel(replayed, { ...around, env: {}, ...(params === undefined ? {} : { params }) });
  try {
    await use({ root, recorder, replay });
  } finally {
    await wire.close();
    await rm(root, { recursive: true, force: true });
  }
}

function conversation(toolCallId: string, value: string): CoreMessage[] {
  const toolName = 'clock__now';
  return [
    { role: 'user', content: 'when?' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
    },
  ];
}

describe('MODEL: a recorded model', () => {
  test('gives the answers of the real one again, without network or key, and streams them', () =>
    inStudio(
      [
        {
          reasoning: { text: 'hm', signature: 'sig' },
          text: 'It is 14.',
          calls: [{ id: 'c', name: 'clock__now', args: {} }],
        },
      ],
      async ({ recorder, replay }) => {
        const recorded = await ask(recorder, { instructions: 'Be brief.' });
        const replayed = await ask(replay(), { instructions: 'Be brief.' });
        expect(replayed.answer).toEqual(recorded.answer ?? never());
        const text = replayed.deltas.map(({ kind, text: piece }) => (kind === 'text' ? piece : '')).join('');
        expect(text).toBe('It is 14.');
        expect(replayed.deltas.length).toBeGreaterThan(2);
      },
    ));

  test('gives the n-th answer to the n-th equal request, and the last one from then on', () =>
    inStudio([{ text: 'one' }, { text: 'two' }], async ({ recorder, replay }) => {
      await ask(recorder);
      await ask(recorder);
      const model = replay();
      const texts: unknown[] = [];
      for (let count = 0; count < 3; count += 1) texts.push((await ask(model)).answer?.parts[0]);
      expect(texts).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'two' }]);
    }));

  test('knows a conversation again by its order of calls, whatever their ids', () =>
    inStudio([{ text: 'noon' }], async ({ recorder, replay }) => {
      await ask(recorder, { messages: conversation('call-1', '12:00') });
      const { answer } = await ask(replay(), { messages: conversation('other', '12:00') });
      expect(answer?.parts).toMatchObject([{ text: 'noon' }]);
    }));

  test('says what differs from the nearest recorded request', () =>
    inStudio([{ text: 'noon' }], async ({ recorder, replay }) => {
      await ask(recorder, { instructions: 'Be brief.', messages: conversation('c', '12:00') });
      const differing = async (
        request: Parameters<typeof ask>[1],
        params?: { temperature: number },
      ): Promise<string> => {
        const whole = { instructions: 'Be brief.', messages: conversation('c', '12:00'), ...request };
        const { error } = await ask(replay(params), whole);
        expect(error?.code).toBe('E_MODEL_CASSETTE');
        return error?.message ?? '';
      };
      expect(await differing({ messages: conversation('c', '13:00') })).toContain('differ: message 3.');
      expect(await differing({ tools: tools.slice(1) })).toContain('differ: tools.');
      expect(await differing({ instructions: 'Be long.' })).toContain('differ: instructions.');
      expect(await differing({}, { temperature: 1 })).toContain('differ: params.');
      const longer: CoreMessage[] = [...conversation('c', '12:00'), { role: 'user', content: 'sure?' }];
      const message = await differing({ messages: longer });
      expect(message).toContain('the number of messages (4 instead of 3)');
      expect(message).toContain('"user: sure?"');
    }));

  test('is E_MODEL_CASSETTE when there is no cassette, and names the file', () =>
    inStudio([], async ({ root, replay }) => {
      const { error } = await ask(replay());
      expect(error?.code).toBe('E_MODEL_CASSETTE');
      expect(error?.message).toContain(join(root, '.goondan/cassettes/tape.jsonl'));
    }));

  test('loses no other answer to a line that was cut off, and names that line', () =>
    inStudio([{ text: 'one' }, { text: 'two' }], async ({ root, recorder, replay }) => {
      const file = join(root, '.goondan/cassettes/tape.jsonl');
      await ask(recorder);
      await appendFile(file, '{"version":1,"requ');
      await ask(recorder);
      const model = replay();
      expect((await ask(model)).answer?.parts).toMatchObject([{ text: 'one' }]);
      expect((await ask(model)).answer?.parts).toMatchObject([{ text: 'two' }]);
      expect((await ask(model, { tools: [] })).error?.message).toContain('could not be read: 2.');
    }));

  test('records each answer on a line of its own, side by side, and never the key', () =>
    inStudio([{ text: `the key is ${wireKey}` }], async ({ root, recorder }) => {
      await Promise.all(Array.from({ length: 8 }, () => ask(recorder)));
      const text = await readFile(join(root, '.goondan/cassettes/tape.jsonl'), 'utf8');
      expect(text.trimEnd().split('\n')).toHaveLength(8);
      expect(text).not.toContain(wireKey);
    }));

  test('records nothing of a call that failed', () =>
    inStudio([{ status: 400 }], async ({ recorder, replay }) => {
      expect((await ask(recorder)).error?.code).toBe('E_MODEL_REQUEST');
      expect((await ask(replay())).error?.code).toBe('E_MODEL_CASSETTE');
    }));

  test('stops when it was aborted before it began', () =>
    inStudio([], async ({ replay }) => {
      expect(await rejectionOf(ask(replay(), { signal: AbortSignal.abort('stop') }))).toBe('stop');
    }));
});

function never(): never {
  throw new Error('no answer was recorded');
}
