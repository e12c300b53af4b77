import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'bun:test';
import { agentModelOf, modelAnswerSchema } from '@goondan/runtime/model';
import { ask, rejectionOf } from './ask.ts';
import { finish, languageModel, streamOf, usage } from './language-model.ts';
import { ManualClock } from './model-clock.ts';

const said: LanguageModelV4StreamPart[] = [{ type: 'text-delta', id: '0', delta: 'hi' }, finish];

function answering(...pieces: LanguageModelV4StreamPart[]) {
  return agentModelOf(languageModel(async () => streamOf(pieces)));
}

describe('MODEL: any language model of the AI SDK', () => {
  test('gives parts in the order they began, with their metadata, as JSON', async () => {
    const { answer } = await ask(
      answering(
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', modelId: 'm-2026', timestamp: new Date(0) },
        { type: 'reasoning-start', id: '0', providerMetadata: { p: { a: 1 } } },
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'hi' },
        { type: 'reasoning-delta', id: '0', delta: 'hm', providerMetadata: { p: { b: 2, gone: undefined } } },
        { type: 'reasoning-end', id: '0', providerMetadata: { p: { a: 3 }, q: {} } },
        { type: 'text-end', id: '0' },
        { type: 'text-start', id: '0' },
        { type: 'text-end', id: '0' },
        { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '', providerMetadata: { p: { s: 'x' } } },
        { type: 'tool-call', toolCallId: 'd', toolName: 'web', input: '{}', providerExecuted: true },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2]) } },
        { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://x.test/a') } },
        finish,
      ),
    );
    expect(modelAnswerSchema.parse(JSON.parse(JSON.stringify(answer)))).toEqual({
      modelId: 'm-2026',
      finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
      parts: [
        { type: 'reasoning', text: 'hm', providerOptions: { p: { a: 3, b: 2 }, q: {} } },
        { type: 'text', text: 'hi' },
        { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, providerOptions: { p: { s: 'x' } } },
        { type: 'file', mediaType: 'image/png', data: 'AQI=' },
        { type: 'file', mediaType: 'image/png', data: 'https://x.test/a' },
      ],
    });
  });

  test('counts tokens where the provider gives no totals, and none where it gives nothing', async () => {
    const inputTokens = { total: undefined, noCache: 4, cacheRead: 3, cacheWrite: undefined };
    const outputTokens = { total: undefined, text: undefined, reasoning: 2 };
    const { answer } = await ask(
      answering(
        { type: 'text-delta', id: '0', delta: 'hi' },
        {
          type: 'finish',
          finishReason: { unified: 'length', raw: undefined },
          usage: { inputTokens, outputTokens },
        },
      ),
    );
    expect(answer).toMatchObject({
      finishReason: 'length',
      usage: { inputTokens: 7, outputTokens: 2, totalTokens: 9, reasoningTokens: 2, cachedInputTokens: 3 },
    });
  });

  test('refuses arguments nested so deeply that no journal could hold them', async () => {
    const input = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { answer } = await ask(
      answering({ type: 'tool-call', toolCallId: 'c', toolName: 't', input }, finish),
    );
    expect(answer?.parts).toMatchObject([{ input, malformed: 'nested deeper than 500 levels' }]);
  });

  test.each([
    [
      'an interrupted end',
      { type: 'finish', usage, finishReason: { unified: 'interrupted', raw: undefined } },
      'E_MODEL_UNAVAILABLE',
    ],
    [
      'an end by an error',
      { type: 'finish', usage, finishReason: { unified: 'error', raw: 'MALFORMED' } },
      'E_MODEL_UNAVAILABLE',
    ],
    [
      'a rate limit told in words',
      { type: 'error', error: { message: 'slow', type: 'rate_limit_error' } },
      'E_MODEL_RATE_LIMITED',
    ],
    ['an error that is only text', { type: 'error', error: 'boom' }, 'E_MODEL_ANSWER'],
  ] as const)('makes no answer of %s', async (_title, last, code) => {
    const model = agentModelOf(
      languageModel(async () => streamOf([{ type: 'text-delta', id: '0', delta: 'half' }, last])),
      { maxRetries: 0 },
    );
    expect((await ask(model)).error?.code).toBe(code);
  });

  test('gives the answer of a server that leaves its stream open', async () => {
    const clock = new ManualClock();
    const cancelled = Promise.withResolvers<void>();
    const open = streamOf(said, { isLeftOpen: true, onCancel: cancelled.resolve });
    const asked = ask(
      agentModelOf(
        languageModel(async () => open),
        { clock, timeoutMs: 5000 },
      ),
    );
    // The first timer is for silence, the one that replaces it for the open end.
    while (clock.pending === 0 || clock.spans.length < 2) await new Promise(setImmediate);
    clock.advance(500);
    expect((await asked).answer?.parts).toEqual([{ type: 'text', text: 'hi' }]);
    await cancelled.promise;
  });

  test('may take as long as it likes while it goes on speaking', async () => {
    const clock = new ManualClock();
    let left = 5;
    const slow = new ReadableStream<LanguageModelV4StreamPart>(
      {
        async pull(controller) {
          await new Promise(setImmediate);
          clock.advance(900);
          left -= 1;
          controller.enqueue(left === 0 ? finish : { type: 'text-delta', id: '0', delta: 'a' });
          if (left === 0) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const model = agentModelOf(
      languageModel(async () => slow),
      { clock, timeoutMs: 1000, maxRetries: 0 },
    );
    expect((await ask(model)).answer?.parts).toEqual([{ type: 'text', text: 'aaaa' }]);
    expect(clock.pending).toBe(0);
  });

  test('leaves no listener on the signal of its caller', async () => {
    const caller = new AbortController();
    let listeners = 0;
    const add = caller.signal.addEventListener.bind(caller.signal);
    const remove = caller.signal.removeEventListener.bind(caller.signal);
    const signal = Object.assign(caller.signal, {
      addEventListener: (...args: Parameters<typeof add>) => {
        listeners += 1;
        add(...args);
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...args);
      },
    });
    const clock = new ManualClock();
    let calls = 0;
    const flaky = languageModel(async () => {
      calls += 1;
      if (calls === 1) throw Object.assign(new Error('down'), { statusCode: 500 });
      return streamOf(said);
    });
    const { answer } = await ask(agentModelOf(flaky, { clock }), {
      signal,
      onRetry: ({ waitMs }) => setImmediate(() => clock.advance(waitMs)),
    });
    expect(answer?.parts).toHaveLength(1);
    expect({ listeners, pending: clock.pending }).toEqual({ listeners: 0, pending: 0 });
  });

  test('ends at once for a model that ignores its signal, and lets go of what comes too late', async () => {
    const late = Promise.withResolvers<ReadableStream<LanguageModelV4StreamPart>>();
    const cancelled = Promise.withResolvers<void>();
    const caller = new AbortController();
    const asked = ask(agentModelOf(languageModel(() => late.promise)), { signal: caller.signal });
    setImmediate(() => caller.abort('stop'));
    expect(await rejectionOf(asked)).toBe('stop');
    late.resolve(streamOf([], { isLeftOpen: true, onCancel: cancelled.resolve }));
    await cancelled.promise;
  });

  test('asks nothing when its caller had aborted before', async () => {
    let calls = 0;
    const model = agentModelOf(
      languageModel(async () => {
        calls += 1;
        return streamOf(said);
      }),
    );
    expect(await rejectionOf(ask(model, { signal: AbortSignal.abort('stop') }))).toBe('stop');
    expect(calls).toBe(0);
  });

  test('is given the parameters, and no tools where there are none', async () => {
    const asked: LanguageModelV4CallOptions[] = [];
    const model = agentModelOf(
      languageModel(async (options) => {
        asked.push(options);
        return streamOf(said);
      }),
      { params: { temperature: 0, seed: 7 }, headers: { a: 'b' }, providerOptions: { p: { q: 1 } } },
    );
    await ask(model, { tools: [] });
    expect(asked).toMatchObject([
      { temperature: 0, seed: 7, headers: { a: 'b' }, providerOptions: { p: { q: 1 } } },
    ]);
    expect(asked[0]?.tools).toBeUndefined();
  });

  test.each<[string, object, number]>([
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    ['seconds', { 'Retry-After': '2.5' }, 2500],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['nothing it understands', { 'retry-after': 'soon' }, 1000],
  ])('waits as headers in %s ask', async (_title, responseHeaders, waitMs) => {
    const clock = new ManualClock();
    let calls = 0;
    const model = agentModelOf(
      languageModel(async () => {
        calls += 1;
        if (calls === 1) throw Object.assign(new Error('slow'), { statusCode: 429, responseHeaders });
        return streamOf(said);
      }),
      { clock, random: () => 1 },
    );
    const { retries } = await ask(model, {
      onRetry: (retry) => setImmediate(() => clock.advance(retry.waitMs)),
    });
    expect(retries.map((retry) => retry.waitMs)).toEqual([waitMs]);
  });

  test('does not ask again when the account is empty', async () => {
    const error = Object.assign(new Error('no money'), {
      statusCode: 429,
      isRetryable: true,
      data: { error: { code: 'insufficient_quota' } },
    });
    const { error: failure, retries } = await ask(agentModelOf(languageModel(() => Promise.reject(error))));
    expect(failure?.code).toBe('E_MODEL_RATE_LIMITED');
    expect(retries).toEqual([]);
  });

  test('that cannot take what it is sent is E_MODEL_REQUEST', async () => {
    const error = Object.assign(new Error('no images'), { name: 'AI_UnsupportedFunctionalityError' });
    expect((await ask(agentModelOf(languageModel(() => Promise.reject(error))))).error?.code).toBe(
      'E_MODEL_REQUEST',
    );
  });
});
