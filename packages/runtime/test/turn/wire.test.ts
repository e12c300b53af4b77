import { describe, expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import { wireProviders, type WireProvider } from '../model/wire/wire-providers.ts';
import type { WireReply } from '../model/wire/wire-reply.ts';
import type { WireServer } from '../model/wire/wire-server.ts';
import { withWire } from '../model/ask.ts';
import { chatProblem, claudeProblem, responsesProblem, type WireJudge } from './support/wire-problem.ts';
import { withEngine, type World } from './support/world.ts';

const judges: Record<string, WireJudge> = {
  'openai-compatible': chatProblem,
  'openai by chat completions': chatProblem,
  'openai by responses': responsesProblem,
  anthropic: claudeProblem,
};

const add: ToolDefinition = {
  name: 'calc__add',
  description: 'Adds',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  handler: (_context, { a, b }) => ({ sum: Number(a) + Number(b) }),
};

const one = { id: 'call_1', name: 'calc__add', args: { a: 1, b: 2 } };
const two = { id: 'call_2', name: 'calc__add', args: { a: 20, b: 30 } };

interface Wired {
  readonly world: World;
  readonly wire: WireServer;
  /** Why the provider would refuse any of the requests so far. */
  problems(): (string | undefined)[];
}

interface Setup {
  readonly provider: WireProvider;
  readonly stream: boolean;
}

/** An agent with one tool on a fake provider; afterwards a further turn is taken, and every request must have been one it takes. */
async function converse(
  { provider, stream }: Setup,
  replies: readonly WireReply[],
  use: (wired: Wired) => Promise<void>,
): Promise<void> {
  const judge = judges[provider.title];
  if (judge === undefined) throw new Error(`No judge for ${provider.title}.`);
  const farewell: WireReply = { text: 'farewell' };
  await withWire(
    provider,
    [...replies, farewell],
    ({ model, wire, clock }) =>
      withEngine({ model, tools: [add], instructions: 'Add.' }, async (world) => {
        world.engine.observe((event) => {
          const waitMs = event.type === 'model.retried' ? Number(event.attributes?.waitMs) : 0;
          if (waitMs > 0) setImmediate(() => clock.advance(waitMs));
        });
        const problems = () =>
          wire.requests.map(({ body }) => judge(body)).filter((found) => found !== undefined);
        await use({ world, wire, problems });
        expect(await world.ask('bye')).toMatchObject({ status: 'completed', output: 'farewell' });
        expect(problems()).toEqual([]);
      }),
    { stream },
  );
}

const setups: [string, Setup][] = wireProviders
  .filter(({ title }) => judges[title] !== undefined)
  .flatMap((provider) =>
    [true, false].map((stream): [string, Setup] => [
      `${provider.title}, ${stream ? 'streamed' : 'whole'}`,
      { provider, stream },
    ]),
  );

describe.each(setups)('a turn on %s', (_title, setup) => {
  test('goes to the tools and back: the next request holds a result for every call', async () => {
    await converse(
      setup,
      [{ text: 'Let me add.', calls: [one, two] }, { text: '3 and 50' }],
      async ({ world, wire }) => {
        const outcome = await world.ask('1+2? 20+30?');
        expect(outcome).toMatchObject({ status: 'completed', output: '3 and 50', steps: 2 });
        expect(outcome.toolCalls.map(({ id, result }) => [id, result.output])).toEqual([
          ['call_1', { sum: 3 }],
          ['call_2', { sum: 50 }],
        ]);
        expect(outcome.usage.totalTokens).toBeGreaterThan(0);
        const { text = '' } = wire.requests[1] ?? {};
        for (const part of ['call_1', 'call_2', 'sum', 'Add.']) expect(text).toContain(part);
      },
    );
  });

  test('survives arguments that are no JSON: the model is told, and the turn goes on', async () => {
    const broken = { ...one, args: '{"a": 1, "b": ' };
    await converse(setup, [{ calls: [broken, two] }, { text: 'sorry' }], async ({ world }) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'sorry' });
      expect(outcome.toolCalls.map(({ result }) => result.error?.code ?? result.status)).toEqual([
        'E_TOOL_INVALID_ARGS',
        'ok',
      ]);
    });
  });

  test('survives ids that the model repeats, in one step and across steps', async () => {
    const again = { ...two, id: one.id };
    await converse(
      setup,
      [{ calls: [one, again] }, { calls: [one] }, { text: 'done' }],
      async ({ world }) => {
        const outcome = await world.ask('go');
        expect(outcome).toMatchObject({ status: 'completed', output: 'done' });
        expect(outcome.toolCalls.map(({ result }) => result.output)).toEqual([
          { sum: 3 },
          { sum: 50 },
          { sum: 3 },
        ]);
        expect(new Set(outcome.toolCalls.map(({ id }) => id)).size).toBe(3);
      },
    );
  });

  test('survives tools that do not exist and names nobody may have', async () => {
    const calls = ['calc__ad', 'no such tool', '계산기', 'x'.repeat(200)].map((name, index) => ({
      ...one,
      id: `c${index}`,
      name,
    }));
    await converse(setup, [{ calls }, { text: 'my mistake' }], async ({ world }) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'my mistake' });
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual(
        calls.map(() => 'E_TOOL_NOT_IN_CATALOG'),
      );
    });
  });

  test('asks again after 429 and 500, in the middle of a turn', async () => {
    const replies = [{ calls: [one] }, { status: 429 }, { status: 500 }, { text: 'three' }];
    await converse(setup, replies, async ({ world }) => {
      expect(await world.ask('go')).toMatchObject({ status: 'completed', output: 'three' });
      expect(world.events('model.retried').map(({ error }) => error?.code)).toEqual([
        'E_MODEL_RATE_LIMITED',
        'E_MODEL_UNAVAILABLE',
      ]);
    });
  });

  const givenUp: [string, WireReply, string][] = [
    ['429', { status: 429, message: 'slow down' }, 'E_MODEL_RATE_LIMITED'],
    ['500', { status: 500, message: 'broken' }, 'E_MODEL_UNAVAILABLE'],
  ];
  test.each(givenUp)(
    'fails clearly when %s does not end, its calls answered for',
    async (_status, reply, code) => {
      const replies = [{ calls: [one] }, reply, reply, reply, reply];
      await converse(setup, replies, async ({ world }) => {
        const outcome = await world.ask('go');
        expect(outcome).toMatchObject({ status: 'failed', steps: 1, error: { code } });
        expect(outcome.toolCalls[0]?.result.output).toEqual({ sum: 3 });
      });
    },
  );

  test('fails clearly when it is refused for good (401, 400)', async () => {
    await converse(setup, [{ status: 401 }, { status: 400, message: 'bad' }], async ({ world }) => {
      expect((await world.ask('go')).error?.code).toBe('E_MODEL_AUTH');
      expect((await world.ask('go')).error?.code).toBe('E_MODEL_REQUEST');
    });
  });

  const cuts: [string, WireReply][] = [
    ['in its words', { text: ['It is', ' thr'], end: 'cut' }],
    ['in a call', { calls: [one, two], end: 'cut' }],
  ];
  test.each(cuts)('takes nothing from an answer that is cut off %s, and asks again', async (_where, cut) => {
    await converse(setup, [cut, { calls: [two] }, cut, { text: 'fifty' }], async ({ world }) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'fifty' });
      expect(outcome.toolCalls.map(({ id }) => id)).toEqual(['call_2']);
    });
  });

  test('takes nothing from rubbish', async () => {
    const rubbish: WireReply = { text: 'It', end: 'garbage' };
    // In place of a whole answer it is no accident that passes by itself.
    const replies = setup.stream
      ? [{ calls: [two] }, rubbish, { text: 'fifty' }]
      : [{ calls: [two] }, rubbish];
    await converse(setup, replies, async ({ world }) => {
      const outcome = await world.ask('go');
      expect(outcome.toolCalls.map(({ result }) => result.output)).toEqual([{ sum: 50 }]);
      expect(outcome.error?.code ?? outcome.output).toBe(setup.stream ? 'fifty' : 'E_MODEL_ANSWER');
    });
  });

  test('fails clearly when every answer is cut off', async () => {
    const cut: WireReply = { calls: [one], end: 'cut' };
    await converse(setup, [cut, cut, cut, cut], async ({ world }) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'failed', toolCalls: [] });
      expect(outcome.error?.code).toStartWith('E_MODEL_');
    });
  });

  test('can be cancelled while the provider says nothing; the connection is let go', async () => {
    await converse(setup, [{ calls: [one] }, { text: 'It', end: 'silent' }], async ({ world, wire }) => {
      const turnId = await world.send('go');
      await world.until('step.started', 2);
      await reached(wire, 2);
      await world.engine.cancel(turnId);
      expect((await world.engine.attach(turnId)).status).toBe('cancelled');
      await wire.hungUp;
    });
  });
});

/** Waits for a request to have come. */
async function reached({ requests }: WireServer, count: number): Promise<void> {
  while (requests.length < count) await new Promise((resolve) => setImmediate(resolve));
}
