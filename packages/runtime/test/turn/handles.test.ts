import { describe, expect, test } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pending, type ToolDefinition } from '@goondan/core';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { rejectionOf } from '../model/ask.ts';
import { conversationProblem, outline, resultOutputs } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { memoryConsole } from './support/memory-console.ts';
import { inStateRoot, withEngine, World } from './support/world.ts';

/** Starts a job and answers with its handle. */
const job: ToolDefinition = {
  name: 'job__start',
  handler: (_context, { handle }) => pending(typeof handle === 'string' ? handle : undefined),
};

const start = (id: string, handle?: string) => call(id, 'job__start', handle === undefined ? {} : { handle });

describe('PEND-1: a tool that answers pending()', () => {
  test('is finished as pending with its handle, and the turn goes on', async () => {
    const model = fakeModel(asks(start('a', 'job-77'), start('b')), says('started'));
    await withEngine({ model, tools: [job] }, async (world) => {
      const outcome = await world.ask('go');
      expect(outcome).toMatchObject({ status: 'completed', output: 'started' });
      expect(outcome.toolCalls[0]?.result).toMatchObject({ status: 'pending', handle: 'job-77' });
      expect(outcome.toolCalls[1]?.result.handle).toMatch(/^h-/);
      expect(resultOutputs(model.requests[1]?.messages ?? [])[0]).toMatchObject({
        value: { status: 'pending', handle: 'job-77' },
      });
    });
  });

  test('a handle that another call has is E_HANDLE_CONFLICT: in one step, in later turns, after a restart', async () => {
    await inStateRoot(async (stateRoot) => {
      const model = fakeModel(
        asks(start('a', 'job-1'), start('b', 'job-1')),
        says('one'),
        asks(start('a', 'job-1')),
        says('two'),
        asks(start('a', 'job-1')),
        says('three'),
      );
      const first = await World.open({ model, tools: [job] }, { stateRoot });
      const { toolCalls } = await first.ask('go');
      expect(toolCalls.map(({ result }) => result.error?.code ?? result.status).sort()).toEqual([
        'E_HANDLE_CONFLICT',
        'pending',
      ]);
      expect((await first.ask('go')).toolCalls[0]?.result.error?.code).toBe('E_HANDLE_CONFLICT');
      await first.stop();
      const second = await World.open({ model, tools: [job] }, { stateRoot });
      expect((await second.ask('go')).toolCalls[0]?.result.error?.code).toBe('E_HANDLE_CONFLICT');
      await second.stop();
    });
  });

  localTest('handles are unique in the whole state root: across two engines of two workspaces', async () => {
    await inStateRoot(async (stateRoot) => {
      const [left, right] = await twoWorkspaces(stateRoot);
      expect((await left.world.ask('go')).toolCalls[0]?.result.status).toBe('pending');
      expect((await right.world.ask('go')).toolCalls[0]?.result.error?.code).toBe('E_HANDLE_CONFLICT');
      await left.world.stop();
      await right.world.stop();
    });
  });
});

describe('PEND-2: complete(handle, outcome)', () => {
  test('reaches the instance as an event, which the model reads as a user message that names it all', async () => {
    const model = fakeModel(asks(start('call-a', 'job-77')), says('started'), says('thanks'));
    await withEngine({ model, tools: [job] }, async (world) => {
      await world.ask('go', 'k');
      await world.engine.complete('job-77', { v: 9, 말: '끝' });
      await world.until('turn.completed', 2);
      const messages = model.requests[2]?.messages ?? [];
      expect(outline(messages).slice(0, 4)).toEqual([
        'user go',
        'assistant →call-a',
        'tool call-a',
        'assistant started',
      ]);
      const [, text = ''] = /^user ([^]*)$/.exec(outline(messages)[4] ?? '') ?? [];
      for (const part of ['job__start', 'call-a', 'job-77', '{"v":9,"말":"끝"}'])
        expect(text).toContain(part);
      // Never a second result for one call.
      expect(conversationProblem(messages)).toBeUndefined();
    });
  });

  test('twice is E_HANDLE_COMPLETED, of an unknown handle E_HANDLE_NOT_FOUND; one turn comes of it', async () => {
    const model = fakeModel(asks(start('a', 'job-1')), says('started'), says('thanks'));
    await withEngine({ model, tools: [job] }, async (world) => {
      await world.ask('go');
      const answers = await Promise.allSettled([1, 2, 3].map((n) => world.engine.complete('job-1', n)));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await rejectionOf(world.engine.complete('job-1', 4))).toMatchObject({
        code: 'E_HANDLE_COMPLETED',
      });
      expect(await rejectionOf(world.engine.complete('job-2', 4))).toMatchObject({
        code: 'E_HANDLE_NOT_FOUND',
      });
      await world.until('turn.completed', 2);
      await world.ask('anything else?');
      expect(model.requests).toHaveLength(4);
    });
  });

  localTest(
    'while no engine runs is delivered at the next start, exactly once however often it starts',
    async () => {
      await inStateRoot(async (stateRoot) => {
        const first = await World.open(
          { model: fakeModel(asks(start('a', 'job-1')), says('started')), tools: [job] },
          { stateRoot },
        );
        await first.ask('go');
        await first.stop();
        await new HandleFiles(first.layout.handles).complete('job-1', 'done meanwhile');

        // Taken over, but stopped before it was run.
        const second = await World.open({ model: fakeModel(says('x')), tools: [job] }, { stateRoot });
        expect(await second.engine.openTurns()).toHaveLength(1);
        await second.stop();

        const model = fakeModel(says('thanks'));
        const third = await World.open({ model, tools: [job] }, { stateRoot });
        const [turn] = await third.engine.resume();
        expect(turn?.event.type).toBe('tool.completed');
        expect((await third.engine.attach(turn?.turnId ?? '')).output).toBe('thanks');
        await third.stop();
        expect(JSON.stringify(model.requests[0]?.messages.at(-1))).toContain('done meanwhile');

        const fourth = await World.open({ model, tools: [job] }, { stateRoot });
        expect(await fourth.engine.openTurns()).toEqual([]);
        await fourth.stop();
        expect(model.requests).toHaveLength(1);
      });
    },
  );

  localTest('is not delivered again when its turn is long forgotten', async () => {
    await inStateRoot(async (stateRoot) => {
      const model = fakeModel(asks(start('a', 'job-1')), says('started'), says('thanks'));
      const first = await World.open({ model, tools: [job] }, { stateRoot });
      await first.ask('go');
      await first.engine.complete('job-1', 1);
      const { turnId } = await first.until('turn.completed', 2);
      await first.engine.attach(turnId);
      await first.stop();
      const journal = new AgentJournal(first.journalPath);
      expect(await journal.prune(Number.POSITIVE_INFINITY)).toBe(2);
      journal.close();
      const second = await World.open({ model, tools: [job] }, { stateRoot });
      expect(await second.engine.openTurns()).toEqual([]);
      await second.stop();
    });
  });

  localTest('nothing begins at start before it is resumed', async () => {
    await inStateRoot(async (stateRoot) => {
      const first = await World.open(
        { model: fakeModel(asks(start('a', 'job-1')), says('started')), tools: [job] },
        { stateRoot },
      );
      await first.ask('go');
      await first.stop();
      await new HandleFiles(first.layout.handles).complete('job-1', 1);
      const model = fakeModel(says('thanks'));
      const second = await World.open({ model, tools: [job] }, { stateRoot });
      // Long enough for anything that had begun to show.
      await second.ask('elsewhere', 'other');
      expect(model.requests).toHaveLength(1);
      expect(await second.engine.openTurns()).toHaveLength(1);
      await second.stop();
    });
  });

  localTest(
    'of an agent that is no longer there does not keep the engine from starting, and waits for it to be back',
    async () => {
      await inStateRoot(async (stateRoot) => {
        const model = fakeModel(asks(start('a', 'job-1')), says('started'), says('thanks'));
        const parts = { name: 'old', model, tools: [job] };
        const first = await World.open(parts, { stateRoot });
        await first.ask('go');
        await first.stop();
        await new HandleFiles(first.layout.handles).complete('job-1', 1);
        const { logger, text } = memoryConsole();
        const second = await World.open({ name: 'new', logger }, { stateRoot });
        expect((await second.ask('hi')).status).toBe('completed');
        expect(text()).toContain('job-1');
        await second.stop();
        const third = await World.open(parts, { stateRoot });
        expect(await third.engine.resume()).toHaveLength(1);
        await third.until('turn.completed');
        await third.stop();
      });
    },
  );

  localTest(
    'by the engine of another workspace is recorded, and reaches nobody but the instance it is for',
    async () => {
      await inStateRoot(async (stateRoot) => {
        const [left, right] = await twoWorkspaces(stateRoot);
        await left.world.ask('go');
        await right.world.engine.complete('job-1', 'from the other side');
        await right.world.ask('anything new?');
        expect(JSON.stringify(right.model.requests)).not.toContain('from the other side');
        await left.world.stop();
        await right.world.stop();
        const again = await left.open();
        expect(await again.world.engine.resume()).toHaveLength(1);
        await again.world.until('turn.completed');
        expect(JSON.stringify(again.model.requests)).toContain('from the other side');
        await again.world.stop();
      });
    },
  );
});

async function twoWorkspaces(stateRoot: string) {
  return Promise.all(
    ['left', 'right'].map(async (name) => {
      const bundleRoot = join(stateRoot, name);
      await mkdir(bundleRoot);
      const open = async () => {
        const model = fakeModel(asks(start('a', 'job-1')), says('done'));
        return { model, world: await World.open({ model, tools: [job] }, { stateRoot, bundleRoot }) };
      };
      return { ...(await open()), open };
    }),
  ).then(([left, right]) => {
    if (left === undefined || right === undefined) throw new Error('There are two.');
    return [left, right] as const;
  });
}
