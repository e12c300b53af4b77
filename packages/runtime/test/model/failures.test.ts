import { describe, expect, test } from 'bun:test';
import { ask as askOnce, rejectionOf, withWire } from './ask.ts';
import { wireProviders } from './wire/wire-providers.ts';
import type { WireReply } from './wire/wire-reply.ts';

const good: WireReply = { text: 'good' };
const goodParts = [{ type: 'text' as const, text: 'good' }];

/** A promise, and what the first piece of an answer resolves it by. */
function firstPiece() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { heard: promise, onDelta: () => resolve() };
}

describe.each([...wireProviders])('MODEL: $title that fails', (provider) => {
  test('is asked again after a 429, as long later as it says', () =>
    withWire(
      provider,
      [{ status: 429, message: 'slow down', headers: { 'retry-after': '7' } }, good],
      async ({ ask, wire }) => {
        const { answer, retries } = await ask();
        expect(answer?.parts).toMatchObject(goodParts);
        expect(retries).toMatchObject([{ attempt: 1, waitMs: 7000, code: 'E_MODEL_RATE_LIMITED' }]);
        expect(wire.requests).toHaveLength(2);
      },
    ));

  test('is E_MODEL_RATE_LIMITED when it goes on with 429', () =>
    withWire(provider, [{ status: 429, message: 'slow down' }], async ({ ask, wire, clock }) => {
      const { error, retries } = await ask();
      expect(error?.code).toBe('E_MODEL_RATE_LIMITED');
      expect(error?.message).toContain('slow down');
      expect(error?.message).toContain('after 4 attempts');
      expect(retries.map(({ waitMs }) => waitMs)).toEqual([1000, 2000, 4000]);
      expect(wire.requests).toHaveLength(4);
      expect(clock.pending).toBe(0);
    }));

  test('is given up at once when it asks to wait longer than a minute, and says how long', () =>
    withWire(provider, [{ status: 429, headers: { 'retry-after': '3600' } }, good], async ({ ask, wire }) => {
      const { error } = await ask();
      expect(error?.code).toBe('E_MODEL_RATE_LIMITED');
      expect(error?.message).toContain('3600 s');
      expect(wire.requests).toHaveLength(1);
    }));

  test('is asked again after a 500', () =>
    withWire(provider, [{ status: 500 }, { status: 503 }, good], async ({ ask }) => {
      const { answer, retries } = await ask();
      expect(answer?.parts).toMatchObject(goodParts);
      expect(retries.map(({ code }) => code)).toEqual(['E_MODEL_UNAVAILABLE', 'E_MODEL_UNAVAILABLE']);
    }));

  test.each([400, 404, 422])('is E_MODEL_REQUEST at %d, in its own words, and not asked again', (status) =>
    withWire(
      provider,
      [{ status, message: `temperature: too hot ${'x'.repeat(5000)}` }],
      async ({ ask, wire }) => {
        const { error } = await ask();
        expect(error?.code).toBe('E_MODEL_REQUEST');
        expect(error?.message).toContain('temperature: too hot');
        expect(error?.message.length).toBeLessThanOrEqual(1000);
        expect(wire.requests).toHaveLength(1);
      },
    ),
  );

  test('shows what a proxy said that answers in no form of the provider', () =>
    withWire(provider, [{ status: 404, body: '<html><b>no such</b> page</html>' }], async ({ ask }) => {
      expect((await ask()).error?.message).toContain('no such page');
    }));

  test('voids what it streamed before an error inside the stream, and is asked again', () =>
    withWire(
      provider,
      [{ text: 'half', error: { type: 'overloaded_error', message: 'Overloaded' } }, good],
      async ({ ask }) => {
        const { answer, deltas, retries } = await ask();
        expect(answer?.parts).toMatchObject(goodParts);
        expect(retries).toMatchObject([{ code: 'E_MODEL_UNAVAILABLE' }]);
        expect(retries[0]?.message).toContain('Overloaded');
        expect(deltas.filter(({ attempt }) => attempt === 2).map(({ text }) => text)).toEqual(['good']);
      },
    ));

  test('is asked again when the connection is cut in the middle of the answer', () => {
    const { heard, onDelta } = firstPiece();
    const cut: WireReply = {
      text: ['half'],
      calls: [{ id: 'c1', name: 'clock__now', args: {} }],
      end: 'cut',
      cutWhen: heard,
    };
    return withWire(provider, [cut, good], async ({ ask }) => {
      const { answer, deltas, retries } = await ask({ onDelta });
      expect(answer?.parts).toMatchObject(goodParts);
      expect(deltas.map(({ attempt, text }) => `${attempt} ${text}`)).toEqual(['1 half', '2 good']);
      expect(retries.map(({ code }) => code)).toEqual(['E_MODEL_UNAVAILABLE']);
    });
  });

  test.each(['cut', 'short'] as const)('is E_MODEL_UNAVAILABLE when every answer is %s', (end) =>
    withWire(
      provider,
      [{ text: 'half', calls: [{ id: 'c1', name: 'clock__now', args: {} }], end }],
      async ({ ask, wire }) => {
        const { answer, error } = await ask();
        expect(answer).toBeUndefined();
        expect(error?.code).toBe('E_MODEL_UNAVAILABLE');
        expect(wire.requests).toHaveLength(4);
      },
    ),
  );

  test('never makes half an answer of a stream with garbage in it', () =>
    withWire(provider, [{ text: 'half', end: 'garbage' }, { end: 'garbage' }, good], async ({ ask }) => {
      const { answer, retries } = await ask();
      expect(answer?.parts).toMatchObject(goodParts);
      expect(retries).toHaveLength(2);
    }));

  test.each([{ end: 'cut' as const }, { status: 500 }])(
    'is asked again when an answer that is not streamed is %j',
    (bad) =>
      withWire(
        provider,
        [bad, good],
        async ({ ask }) => {
          const { answer, retries } = await ask();
          expect(answer?.parts).toMatchObject(goodParts);
          expect(retries.map(({ code }) => code)).toEqual(['E_MODEL_UNAVAILABLE']);
        },
        { stream: false },
      ),
  );

  test('is E_MODEL_ANSWER when it says nothing', () =>
    withWire(provider, [{}], async ({ ask, wire }) => {
      expect((await ask()).error?.code).toBe('E_MODEL_ANSWER');
      expect(wire.requests).toHaveLength(1);
    }));

  test('is E_MODEL_ANSWER when a page answers in its place', () =>
    withWire(provider, [{ page: '<html>hi</html>', contentType: 'text/html' }], async ({ ask, wire }) => {
      const { error } = await ask();
      expect(error?.code).toBe('E_MODEL_ANSWER');
      expect(error?.message).toContain('text/html');
      expect(error?.suggestion).toContain('stream');
      expect(wire.requests).toHaveLength(1);
    }));

  test('is timed out when it falls silent, let go, and asked again', () =>
    withWire(
      provider,
      [{ text: 'half', end: 'silent' }, good],
      async ({ ask, wire, clock }) => {
        const { answer, retries } = await ask({
          onDelta: ({ attempt }) => {
            if (attempt === 1) setImmediate(() => clock.advance(5000));
          },
        });
        expect(answer?.parts).toMatchObject(goodParts);
        expect(retries).toMatchObject([{ code: 'E_MODEL_TIMEOUT' }]);
        await wire.hungUp;
        expect(clock.pending).toBe(0);
      },
      { timeoutMs: 5000 },
    ));

  test('is E_MODEL_TIMEOUT when it never says anything', () =>
    withWire(
      provider,
      [{ end: 'silent' }],
      async ({ wire, model, clock }) => {
        const asked = askOnce(model);
        while (wire.requests.length === 0) await new Promise(setImmediate);
        clock.advance(120_000);
        expect((await asked).error?.code).toBe('E_MODEL_TIMEOUT');
        await wire.hungUp;
      },
      { maxRetries: 0 },
    ));

  test('ends at once when its caller aborts in the middle of the answer', () =>
    withWire(provider, [{ text: 'half', end: 'silent' }], async ({ ask, wire, clock }) => {
      const caller = new AbortController();
      const reason = new Error('enough');
      const asked = ask({ signal: caller.signal, onDelta: () => caller.abort(reason) });
      expect(await rejectionOf(asked)).toBe(reason);
      await wire.hungUp;
      expect(clock.pending).toBe(0);
    }));

  test('names the key to set where it is refused, and the address where nobody answers as it should', async () => {
    await withWire(provider, [{ status: 401 }], async ({ ask }) => {
      const { error } = await ask();
      expect(error?.code).toBe('E_MODEL_AUTH');
      expect(error?.suggestion).toContain('WIRE_KEY');
    });
    await withWire(provider, [{ status: 404 }], async ({ ask, wire }) => {
      const { error } = await ask();
      expect(error?.code).toBe('E_MODEL_REQUEST');
      expect(error?.suggestion).toContain(wire.endpoint);
    });
  });

  test('ends at once when its caller aborts while it waits to ask again', () =>
    withWire(provider, [{ status: 500 }], async ({ model, wire, clock }) => {
      const caller = new AbortController();
      const reason = new Error('enough');
      const asked = askOnce(model, {
        signal: caller.signal,
        onRetry: () => setImmediate(() => caller.abort(reason)),
      });
      expect(await rejectionOf(asked)).toBe(reason);
      expect(wire.requests).toHaveLength(1);
      expect(clock.pending).toBe(0);
    }));
});

describe('MODEL: arguments of a call', () => {
  const textual = wireProviders.filter(({ title }) => title !== 'google');

  test.each([...textual])('that are no JSON are given as text with the reason: $title', (provider) =>
    withWire(
      provider,
      [{ calls: [{ id: 'c1', name: 'clock__now', args: '{"zone": ' }] }],
      async ({ ask }) => {
        const { answer } = await ask();
        expect(answer?.parts).toMatchObject([{ type: 'tool-call', input: '{"zone": ' }]);
        const [part] = answer?.parts ?? [];
        expect(part?.type === 'tool-call' && part.malformed).toMatch(/JSON/);
      },
    ),
  );

  const calls = [1, 2].map((zone) => ({ id: 'same', name: 'clock__now', args: { zone } }));

  test.each([...textual])('come one by one also where a model repeats an id: $title', (provider) =>
    withWire(provider, [{ calls }], async ({ ask }) => {
      expect((await ask()).answer?.parts).toMatchObject([{ input: { zone: 1 } }, { input: { zone: 2 } }]);
    }),
  );

  test.each(['anthropic', 'openai by responses'])(
    'keep the ids of the model, also repeated ones: %s',
    (title) => {
      const provider = wireProviders.find((each) => each.title === title) ?? never();
      return withWire(provider, [{ calls }], async ({ ask }) => {
        expect((await ask()).answer?.parts).toMatchObject([{ toolCallId: 'same' }, { toolCallId: 'same' }]);
      });
    },
  );
});

function never(): never {
  throw new Error('no such provider');
}

test('MODEL: a provider that nobody listens at is E_MODEL_UNAVAILABLE', async () => {
  for (const provider of wireProviders) {
    await withWire(provider, [good], async ({ ask, wire }) => {
      await wire.close();
      const { error, retries } = await ask();
      expect(error?.code).toBe('E_MODEL_UNAVAILABLE');
      expect(retries).toHaveLength(3);
    });
  }
});
