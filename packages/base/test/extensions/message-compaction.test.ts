import { describe, expect, test } from 'bun:test';
import { GoondanError, type JsonObject, type ToolDefinition } from '@goondan/core';
import * as fc from 'fast-check';
import { messageCompaction } from '../../extensions/message-compaction/index.ts';
import { planCompaction } from '../../extensions/message-compaction/plan-compaction.ts';
import { transcriptOf } from '../../extensions/transcript-of.ts';
import { inFolder, openConversation, withConversation, type Parts } from './support/a-conversation.ts';
import {
  asks,
  conversationProblem,
  modelOf,
  outline,
  says,
  type Answer,
  type RecordingModel,
} from './support/a-model.ts';
import { conversationOf, type Turn } from './support/messages.ts';

const long = 'word '.repeat(60);
const echo: ToolDefinition = { name: 'lab__echo', annotations: { idempotent: true }, handler: () => long };
const config = { maxTokens: 200, keepMessages: 3 };

/** A question for a summary is told by its instructions. */
const isSummary = ({ instructions }: { readonly instructions?: string }): boolean =>
  instructions?.includes('summary') ?? false;

/** Summaries are numbered; anything else is answered by `answer`. */
function summing(answer: Answer): RecordingModel {
  let count = 0;
  return modelOf((request, index) => {
    if (isSummary(request)) return says(`summary ${(count += 1)}`);
    return typeof answer === 'function' ? answer(request, index) : answer;
  });
}

function compacted(model: Parts['model'], given: JsonObject = config): Parts {
  return { model, tools: [echo], extensions: [{ module: messageCompaction, config: given }] };
}

const summaries = (model: RecordingModel) => model.requests.filter(isSummary);
const steps = (model: RecordingModel) => model.requests.filter((request) => !isSummary(request));

describe('Extension/message-compaction', () => {
  test('above the limit the older messages become one summary by the same model, for good; the newest stay', async () => {
    await inFolder(async (stateRoot) => {
      const model = summing(says(long));
      const first = await openConversation(compacted(model), stateRoot);
      for (let turn = 0; turn < 4; turn += 1) await first.ask(`question ${turn}`);
      await first.stop();
      expect(summaries(model)).toHaveLength(1);
      const [summary] = summaries(model);
      expect(summary).toMatchObject({ tools: [], maxOutputTokens: 2000 });
      expect(outline(summary?.messages ?? [])[0]).toStartWith('user: user: question 0\n\nassistant: word');
      const shown = outline(steps(model).at(-1)?.messages ?? []);
      expect(shown[0]).toBe('user: Summary of the conversation before this point:\nsummary 1');
      expect(shown.at(-1)).toBe('user: question 3');
      // In another life, without the extension, it is still so.
      const plain = modelOf(says('fine'));
      const second = await openConversation({ model: plain, extensions: [] }, stateRoot);
      await second.ask('and now?');
      await second.stop();
      expect(outline(plain.requests[0]?.messages ?? [])[0]).toContain('summary 1');
      expect(JSON.stringify(plain.requests[0]?.messages)).not.toContain('question 0');
    });
  });

  test('below the limit nothing is asked', async () => {
    const model = summing(says('short'));
    await withConversation(compacted(model), async ({ ask }) => {
      for (let turn = 0; turn < 4; turn += 1) await ask('q');
      expect(summaries(model)).toEqual([]);
    });
  });

  test('a long turn is compacted between its steps: the question stays, calls stay with their results, an older summary is summed up too', async () => {
    const model = summing(({ messages }) =>
      messages.length > 0 && steps(model).length > 12 ? says('done') : asks(['lab__echo'], ['lab__echo']),
    );
    await withConversation(compacted(model), async ({ ask }) => {
      expect((await ask('the question')).status).toBe('completed');
      expect(summaries(model).length).toBeGreaterThan(1);
      for (const { messages } of steps(model)) {
        expect(outline(messages)).toContain('user: the question');
        expect(conversationProblem(messages)).toBeUndefined();
      }
      const later = summaries(model)[1]?.messages[0]?.content;
      expect(later).toContain('summary 1');
      expect(later).toContain('lab__echo answered');
    });
  });

  test('its tokens count into the usage of the turn', async () => {
    const model = summing(says(long));
    await withConversation(compacted(model), async ({ ask }) => {
      const usages = [];
      for (let turn = 0; turn < 4; turn += 1) usages.push((await ask(`q${turn}`)).usage.totalTokens);
      expect(usages.filter((total) => total === 30)).toHaveLength(summaries(model).length);
    });
  });

  test.each<[string, Answer]>([
    ['fails', () => Promise.reject(new GoondanError('E_MODEL_UNAVAILABLE', 'down'))],
    ['says nothing', says('  ')],
  ])(
    'a model that %s leaves the conversation as it is, is not asked again in that turn, and the turn goes on',
    async (_what, answer) => {
      let asked = 0;
      const model = modelOf((request, index) => {
        if (!isSummary(request)) return request.messages.length < 14 ? asks(['lab__echo']) : says('done');
        asked += 1;
        return typeof answer === 'function' ? answer(request, index) : answer;
      });
      await withConversation(compacted(model), async ({ ask, log }) => {
        expect(await ask('go')).toMatchObject({ status: 'completed', output: 'done' });
        expect(asked).toBe(1);
        const warnings = log.lines.filter(({ level }) => level === 'warn').map(({ text }) => text);
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toContain('the conversation was not compacted');
        await ask('again');
        expect(asked).toBe(2);
      });
    },
  );

  test('PIPE-3: a turn cut off after the summary was made goes on with that summary, which is asked for once', async () => {
    await inFolder(async (stateRoot) => {
      const model = summing(says(long));
      const first = await openConversation(compacted(model), stateRoot);
      for (let turn = 0; turn < 3; turn += 1) await first.ask(`question ${turn}`);
      expect(summaries(model)).toHaveLength(0);
      await first.stop();

      const reached = Promise.withResolvers<void>();
      const hanging = summing(({ signal }) => {
        reached.resolve();
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      });
      const cut = await openConversation(compacted(hanging), stateRoot);
      const lost = cut.ask('the last', { id: 'last' }).catch(() => 'cut off');
      await reached.promise;
      expect(summaries(hanging)).toHaveLength(1);
      await cut.stop();
      expect(await lost).toBe('cut off');

      const later = summing(says('done'));
      const resumed = await openConversation(compacted(later), stateRoot);
      const outcome = await resumed.ask('the last', { id: 'last' });
      expect(outcome).toMatchObject({ status: 'completed', output: 'done', usage: { totalTokens: 30 } });
      expect(summaries(later)).toEqual([]);
      expect(outline(later.requests[0]?.messages ?? [])[0]).toContain('summary 1');
      await resumed.stop();
    });
  });
});

describe('what is summed up', () => {
  test('is never less than a quarter of the limit: large new messages are no reason to ask again and again', () => {
    const turns = [
      { question: 'a', calls: [], answer: 'b' },
      { question: 'c', calls: [], answer: 'x'.repeat(4000) },
    ];
    expect(planCompaction(conversationOf(turns), { maxTokens: 500, keepMessages: 2 })).toEqual([]);
  });

  test('never parts a call from its result and never holds the question being answered', () => {
    const turn: fc.Arbitrary<Turn> = fc.record({
      question: fc.string({ minLength: 1, maxLength: 40 }),
      calls: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
      answer: fc.string({ maxLength: 40 }),
    });
    let planned = 0;
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 10, max: 300 }),
        (turns, keepMessages, maxTokens) => {
          const messages = conversationOf(turns);
          const older = new Set(planCompaction(messages, { maxTokens, keepMessages }));
          planned += older.size;
          const rest = messages.filter((message) => !older.has(message));
          expect(rest.some(({ id }) => id === `q${turns.length - 1}`)).toBe(true);
          expect(rest.length).toBeGreaterThanOrEqual(Math.min(keepMessages, messages.length));
          const summed = { role: 'user' as const, content: 'summary' };
          expect(conversationProblem([summed, ...rest.map(({ data }) => data)])).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
    expect(planned).toBeGreaterThan(100);
  });

  test('is shown with the middle of long parts left out, and no half character', () => {
    const [message] = conversationOf([{ question: '🚀'.repeat(50), calls: [], answer: '' }]);
    const text = transcriptOf(message === undefined ? [] : [message], 21);
    expect(text.length).toBeLessThan(40);
    expect(text.isWellFormed()).toBe(true);
  });
});
