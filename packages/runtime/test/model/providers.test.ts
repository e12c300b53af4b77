import { describe, expect, test } from 'bun:test';
import type { CoreMessage } from '@goondan/core';
import { createAgentModel, type ModelAnswer } from '@goondan/runtime/model';
import { rejectionOf, tools, withWire } from './ask.ts';
import { wireEnv, wireKey, wireProviders } from './wire/wire-providers.ts';

const twoCalls = [
  { id: 'c1', name: 'calculator__evaluate', args: { expression: '2+3*4' } },
  { id: 'c2', name: 'clock__now', args: {} },
];

function callsOf(answer: ModelAnswer | undefined) {
  return (answer?.parts ?? []).flatMap((part) =>
    part.type === 'tool-call' ? [{ name: part.toolName, input: part.input }] : [],
  );
}

function textOf(answer: ModelAnswer | undefined): string {
  return (answer?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe.each([...wireProviders])('MODEL: $title', (provider) => {
  test('streams text piece by piece and gives it whole, with the tokens it took', () =>
    withWire(provider, [{ text: ['It ', 'is ', '14.'] }], async ({ ask, clock }) => {
      const { answer, deltas } = await ask();
      expect(textOf(answer)).toBe('It is 14.');
      expect(deltas.map(({ text }) => text).join('')).toBe('It is 14.');
      expect(deltas.every(({ kind, attempt }) => kind === 'text' && attempt === 1)).toBe(true);
      expect(answer?.finishReason).toBe('stop');
      expect(answer?.usage).toMatchObject({ inputTokens: 11, outputTokens: 7, totalTokens: 18 });
      expect(clock.pending).toBe(0);
    }));

  test('sends the system prompt, the conversation, the tools and the key', () =>
    withWire(provider, [{ text: 'ok' }], async ({ ask, wire }) => {
      await ask({ instructions: 'Be brief, 짧게.' });
      const [request] = wire.requests;
      for (const sent of [
        'Be brief, 짧게.',
        'what is 2+3*4?',
        'calculator__evaluate',
        'clock__now',
        'expression',
      ])
        expect(request?.text).toContain(sent);
      expect(JSON.stringify(request?.headers)).toContain(wireKey);
    }));

  test('sends byte-identical requests for an unchanged conversation and catalog', () =>
    withWire(provider, [{ text: 'ok' }], async ({ ask, wire }) => {
      await ask({ instructions: 'Be brief.', tools });
      await ask({ instructions: 'Be brief.', tools: [...tools] });
      expect(wire.requests[1]?.text).toBe(wire.requests[0]?.text ?? '');
    }));

  test('gives parallel calls in the order of the model', () =>
    withWire(provider, [{ text: 'Let me see.', calls: twoCalls }], async ({ ask }) => {
      const { answer } = await ask();
      expect(answer?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call']);
      expect(callsOf(answer)).toEqual([
        { name: 'calculator__evaluate', input: { expression: '2+3*4' } },
        { name: 'clock__now', input: {} },
      ]);
      expect(answer?.finishReason).toBe('tool-calls');
    }));

  test('gives the same answer when it is not streamed', async () => {
    const reply = { reasoning: { text: 'hm', signature: 'sig-1' }, text: 'Let me see.', calls: twoCalls };
    const answers: (ModelAnswer | undefined)[] = [];
    for (const stream of [true, false]) {
      await withWire(
        provider,
        [reply],
        async ({ ask, wire }) => {
          const { answer, deltas } = await ask();
          answers.push(answer);
          expect(deltas.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
            ...(provider.showsReasoning ? ['reasoning hm'] : []),
            'text Let me see.',
          ]);
          expect(wire.requests[0]?.text.includes('"stream":true') ?? false).toBe(
            stream && provider.title !== 'google',
          );
        },
        { stream },
      );
    }
    expect(callsOf(answers[1])).toEqual(callsOf(answers[0]));
    expect(textOf(answers[1])).toBe(textOf(answers[0]));
    expect(answers[1]?.usage.totalTokens).toBe(answers[0]?.usage.totalTokens ?? 0);
  });

  test('gives back a tool a model made up, under its own name', () =>
    withWire(provider, [{ calls: [{ id: 'c1', name: 'no_such_tool', args: {} }] }], async ({ ask }) => {
      expect(callsOf((await ask()).answer)).toEqual([{ name: 'no_such_tool', input: {} }]);
    }));

  test('takes a conversation with calls and results, one message for each result', () =>
    withWire(
      provider,
      [{ reasoning: { text: 'hm', signature: 'sig-1' }, calls: twoCalls }, { text: 'ok' }],
      async ({ ask, wire }) => {
        const { answer } = await ask();
        const content = (answer?.parts ?? []).flatMap((part) => (part.type === 'file' ? [] : [part]));
        const calls = content.filter((part) => part.type === 'tool-call');
        const messages: CoreMessage[] = [
          { role: 'user', content: 'what is 2+3*4?' },
          { role: 'assistant', content },
          ...calls.map(({ toolCallId, toolName }, index): CoreMessage => ({
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId,
                toolName,
                output: { type: 'json', value: { result: `r${index}` } },
              },
            ],
          })),
        ];
        expect((await ask({ messages })).error).toBeUndefined();
        const sent = wire.requests[1]?.text ?? '';
        expect(sent).toContain('r0');
        expect(sent).toContain('r1');
        expect(sent.includes('sig-1')).toBe(provider.hasSignatures);
      },
    ));

  test('never says the key, whatever the provider says about it', () =>
    withWire(provider, [{ status: 401, message: `bad key ${wireKey}` }], async ({ ask }) => {
      const { error, retries } = await ask();
      expect(error?.code).toBe('E_MODEL_AUTH');
      expect(error?.message).toContain('bad key [secret of model]');
      expect(Bun.inspect(error)).not.toContain(wireKey);
      expect(retries).toEqual([]);
    }));

  test('names the variable of a key that is not set, and sends nothing', () =>
    withWire(provider, [{ text: 'ok' }], async ({ wire }) => {
      const model = createAgentModel(provider.model(wire.endpoint), {
        env: { ...wireEnv, WIRE_KEY: ' ' },
        bundleRoot: '/nowhere',
        modelNamed: () => undefined,
      });
      const call = model.call({ messages: [], tools: [], signal: new AbortController().signal });
      const error = await rejectionOf(call);
      expect(error).toMatchObject({ code: 'E_MODEL_AUTH' });
      expect(String(error)).toContain('WIRE_KEY');
      expect(wire.requests).toHaveLength(0);
    }));
});
