import { describe, expect, test } from 'bun:test';
import type { JsonObject, ToolDefinition } from '@goondan/core';
import * as fc from 'fast-check';
import { rateLimit } from '../../extensions/rate-limit/index.ts';
import { RateLimiter, type Admission } from '../../extensions/rate-limit/rate-limiter.ts';
import { withConversation, type Parts } from './support/a-conversation.ts';
import { asks, modelOf, says } from './support/a-model.ts';
import { toldClock } from './support/told-clock.ts';

const tool: ToolDefinition = { name: 'net__get', handler: () => 'got it' };
const other: ToolDefinition = { name: 'lab__free', handler: () => 'free' };

function limited(limits: JsonObject[], calls = 3): Parts {
  const model = modelOf(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? says('done')
      : asks(...Array.from({ length: calls }, () => ['net__get'] as const), ['lab__free']),
  );
  return { model, tools: [tool, other], extensions: [{ module: rateLimit, config: { limits } }] };
}

describe('Extension/rate-limit', () => {
  test('calls over the limit are refused where that is asked for; other tools run', async () => {
    const limit = { tools: ['net__*'], calls: 2, perMs: 600_000, whenFull: 'refuse' };
    await withConversation(limited([limit]), async ({ ask }) => {
      const { toolCalls } = await ask('go');
      expect(toolCalls.map(({ result }) => result.error?.code ?? result.output)).toEqual([
        'got it',
        'got it',
        'E_TOOL_RATE_LIMITED',
        'free',
      ]);
      expect(toolCalls[2]?.result.error?.message).toContain('it may be called 2 times in 600000 ms');
    });
  });

  test('or wait for their turn, also longer than the tool may take', async () => {
    const limit = { tools: ['net__get'], calls: 1, perMs: 60 };
    const parts = limited([limit]);
    await withConversation({ ...parts, tools: [{ ...tool, timeoutMs: 50 }, other] }, async ({ ask }) => {
      const { toolCalls } = await ask('go');
      expect(toolCalls.map(({ result }) => result.output ?? null)).toEqual([
        'got it',
        'got it',
        'got it',
        'free',
      ]);
    });
  });

  test('but no longer than they may', async () => {
    const limit = { tools: ['net__get'], calls: 2, perMs: 600_000, maxWaitMs: 20 };
    await withConversation(limited([limit]), async ({ ask }) => {
      expect((await ask('go')).toolCalls[2]?.result.error?.code).toBe('E_TOOL_RATE_LIMITED');
    });
  });

  test('by agent all conversations share a limit, by instance each has its own', async () => {
    const refusals = async (per: string): Promise<number> => {
      let refused = 0;
      const limit = { tools: ['*'], calls: 2, perMs: 600_000, whenFull: 'refuse', per };
      await withConversation(limited([limit], 1), async ({ ask }) => {
        for (const instanceKey of ['a', 'b'])
          refused += (await ask('go', { instanceKey })).toolCalls.filter(
            ({ result }) => result.status === 'error',
          ).length;
      });
      return refused;
    };
    expect([await refusals('agent'), await refusals('instance')]).toEqual([2, 0]);
  });

  test('a call needs a place in every limit that is for it, and one refused takes none', async () => {
    const limits = [
      { tools: ['net__get'], calls: 2, perMs: 600_000, whenFull: 'refuse' },
      { tools: ['*'], calls: 1, perMs: 600_000, whenFull: 'refuse', per: 'instance' },
    ];
    await withConversation(limited(limits, 3), async ({ ask }) => {
      const answers = [];
      for (const instanceKey of ['a', 'b', 'c']) {
        const { toolCalls } = await ask('go', { instanceKey });
        answers.push(toolCalls.slice(0, 3).filter(({ result }) => result.status === 'ok').length);
      }
      expect(answers).toEqual([1, 1, 0]);
    });
  });

  test('a turn that is cancelled while its call waits is over at once', async () => {
    const limit = { tools: ['net__get'], calls: 1, perMs: 600_000, maxWaitMs: 600_000 };
    await withConversation(limited([limit], 2), async ({ ask, engine }) => {
      const outcome = ask('go');
      const free = Promise.withResolvers<void>();
      engine.observe(
        (event) => event.type === 'tool.completed' && event.toolName === 'lab__free' && free.resolve(),
      );
      await free.promise;
      const [open] = engine.openTurns();
      await engine.cancel(open?.turnId ?? '');
      expect((await outcome).status).toBe('cancelled');
    });
  });
});

describe('the limiter', () => {
  const signal = new AbortController().signal;

  function watched(limiter: RateLimiter): {
    readonly apply: (key: string, maxWaitMs?: number, given?: AbortSignal) => void;
    readonly admitted: string[];
    readonly refused: string[];
  } {
    const admitted: string[] = [];
    const refused: string[] = [];
    return {
      admitted,
      refused,
      apply: (key, maxWaitMs = 1e9, given = signal) => {
        const note = ({ isAdmitted }: Admission): void => void (isAdmitted ? admitted : refused).push(key);
        void limiter
          .admit({ key, maxWaitMs, signal: given })
          .then(note, () => refused.push(`${key} aborted`));
      },
    };
  }

  test('keys take turns: one that asks for much does not keep the others waiting', async () => {
    const clock = toldClock();
    const { apply, admitted } = watched(new RateLimiter({ calls: 1, perMs: 100 }, clock));
    for (const key of ['a1', 'a1', 'a1', 'a1', 'b', 'c', 'b']) apply(key);
    await clock.advance(1000);
    expect(admitted).toEqual(['a1', 'a1', 'b', 'c', 'a1', 'b', 'a1']);
  });

  test('who waits and gives up leaves its place to the next', async () => {
    const clock = toldClock();
    const { apply, admitted, refused } = watched(new RateLimiter({ calls: 1, perMs: 100 }, clock));
    const controller = new AbortController();
    apply('first');
    apply('gone', 1e9, controller.signal);
    apply('late', 50);
    apply('last');
    controller.abort(new Error('enough'));
    await clock.advance(60);
    expect(refused).toEqual(['gone aborted', 'late']);
    await clock.advance(40);
    expect(admitted).toEqual(['first', 'last']);
    expect(clock.waiting).toBe(0);
  });

  test('an aborted signal is refused at once', async () => {
    const limiter = new RateLimiter({ calls: 1, perMs: 100 }, toldClock());
    const { apply, refused } = watched(limiter);
    apply('x', 5, AbortSignal.abort(new Error('before')));
    await Promise.resolve();
    await Promise.resolve();
    expect(refused).toEqual(['x aborted']);
    expect(limiter.isIdle).toBe(true);
  });

  test('whatever happens, no interval sees more starts than it may, and everybody gets an answer', async () => {
    const applications = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 500 }),
        key: fc.constantFrom('a', 'b', 'c'),
        maxWaitMs: fc.integer({ min: 0, max: 300 }),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        applications,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 100 }),
        async (given, calls, perMs) => {
          const clock = toldClock();
          const limiter = new RateLimiter({ calls, perMs }, clock);
          const starts: number[] = [];
          let answers = 0;
          for (const { at, key, maxWaitMs } of given.toSorted((left, right) => left.at - right.at)) {
            await clock.advance(at - clock.now());
            const note = ({ isAdmitted }: Admission): void => {
              answers += 1;
              if (isAdmitted) starts.push(clock.now());
            };
            void limiter.admit({ key, maxWaitMs, signal }).then(note);
          }
          await clock.advance(1000);
          expect(answers).toBe(given.length);
          for (const [index, start] of starts.entries()) {
            const within = starts.slice(index).filter((later) => later - start < perMs);
            expect(within.length).toBeLessThanOrEqual(calls);
          }
          expect(limiter.isIdle).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
