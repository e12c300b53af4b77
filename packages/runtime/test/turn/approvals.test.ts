import { describe, expect, test } from 'bun:test';
import type { JsonValue } from '@goondan/core';
import { rejectionOf } from '../model/ask.ts';
import { conversationProblem } from './support/conversation-problem.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { withEngine } from './support/world.ts';
import { textOf } from './support/text-of.ts';
import { approve, policy, push, shell } from './support/shell.ts';

describe('POL-4: a call that a person must decide on', () => {
  test('is held and told of with its handle and rule; approved, it runs and the turn goes on', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a')), says('pushed'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      const { attributes, toolName, toolCallId } = await world.until('tool.held');
      expect({ toolName, toolCallId, ...attributes }).toMatchObject({
        toolName: 'bash__exec',
        toolCallId: 'a',
        args: { command: 'git push' },
        rule: 'swarm approvals[0]',
      });
      expect(ran).toEqual([]);
      expect((await world.engine.openTurns()).map((turn) => turn.turnId)).toEqual([turnId]);
      await world.engine.complete(textOf(attributes?.handle), approve);
      const outcome = await world.engine.attach(turnId);
      expect(outcome).toMatchObject({ status: 'completed', output: 'pushed' });
      expect(outcome.toolCalls[0]?.result.output).toBe('ran git push');
      expect(ran).toEqual(['git push']);
      expect(world.events('tool.released')).toHaveLength(1);
    });
  });

  test('a call that no rule names runs at once, before those that wait beside it', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a'), push('b', 'ls'), push('c')), says('done'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      const handles = [await world.heldHandle(1), await world.heldHandle(2)];
      await world.until('tool.completed');
      expect(ran).toEqual(['ls']);
      for (const handle of handles) await world.engine.complete(handle, approve);
      const { toolCalls } = await world.engine.attach(turnId);
      expect(toolCalls.map(({ id, result }) => [id, result.output])).toEqual([
        ['a', 'ran git push'],
        ['b', 'ran ls'],
        ['c', 'ran git push'],
      ]);
    });
  });

  test('edited, it runs with what the person wrote; the model still sees what it had asked for', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a')), says('done'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), {
        decision: 'approve',
        args: { command: 'git push --dry-run' },
      });
      const { toolCalls } = await world.engine.attach(turnId);
      expect(ran).toEqual(['git push --dry-run']);
      expect(toolCalls[0]?.args).toEqual({ command: 'git push' });
      expect(world.events('tool.started')[0]?.attributes?.args).toEqual({ command: 'git push --dry-run' });
      expect(world.events('tool.held')).toHaveLength(1);
    });
  });

  test('edited to what does not fit the schema it does not run: whoever wrote it is asked again, and told why', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a')), says('done'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', args: { command: 7 } });
      const { attributes } = await world.until('tool.held', 2);
      expect(attributes).toMatchObject({
        args: { command: 'git push' },
        rule: 'swarm approvals[0]',
      });
      expect(textOf(attributes?.problem)).toContain('/command must be string, got number 7');
      expect(ran).toEqual([]);
      const args = { command: 'git push --dry-run' };
      await world.engine.complete(textOf(attributes?.handle), { decision: 'approve', args });
      expect((await world.engine.attach(turnId)).toolCalls[0]?.result.output).toBe('ran git push --dry-run');
      expect(ran).toEqual(['git push --dry-run']);
    });
  });

  test('edited to what does not fit again and again, the call ends as one with invalid arguments', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a')), says('done'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      world.engine.observe((event) => {
        if (event.type === 'tool.held')
          void world.engine.complete(textOf(event.attributes?.handle), { decision: 'approve', args: {} });
      });
      const { toolCalls } = await world.ask('go');
      expect(toolCalls[0]?.result.error?.code).toBe('E_TOOL_INVALID_ARGS');
      expect(ran).toEqual([]);
    });
  });

  test('a note that is too long for the model is cut like any other message', async () => {
    const { tool } = shell();
    const model = fakeModel(asks(push('a')), says('ok'));
    const short = { ...tool, errorMessageLimit: 60 };
    await withEngine({ model, tools: [short], policy }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), { decision: 'deny', note: 'no '.repeat(500) });
      const { error } = (await world.engine.attach(turnId)).toolCalls[0]?.result ?? {};
      expect(error?.message.length).toBeLessThanOrEqual(60);
      expect(error?.message).toEndWith('... (truncated)');
    });
  });

  test('denied, it is E_TOOL_DENIED with the note, and nothing runs', async () => {
    const { tool, ran } = shell();
    await withEngine(
      { model: fakeModel(asks(push('a')), says('ok')), tools: [tool], policy },
      async (world) => {
        const turnId = await world.send('go');
        await world.engine.complete(await world.heldHandle(), {
          decision: 'deny',
          note: '금요일에는 안 돼요',
        });
        const outcome = await world.engine.attach(turnId);
        expect(outcome.status).toBe('completed');
        expect(outcome.toolCalls[0]?.result.error).toMatchObject({ code: 'E_TOOL_DENIED' });
        expect(outcome.toolCalls[0]?.result.error?.message).toContain('금요일에는 안 돼요');
        expect(ran).toEqual([]);
      },
    );
  });

  const noAnswers: [string, JsonValue][] = [
    ['null', null],
    ['a text', 'yes'],
    ['true', true],
    ['an unknown decision', { decision: 'maybe' }],
    ['arguments that are no object', { decision: 'approve', args: [1] }],
    ['a note that is no text', { decision: 'deny', note: 7 }],
  ];
  test.each(noAnswers)(
    'answered with %s it is not run, and the conversation stays whole',
    async (_what, answer) => {
      const { tool, ran } = shell();
      const model = fakeModel(asks(push('a')), says('ok'), says('next'));
      await withEngine({ model, tools: [tool], policy }, async (world) => {
        const turnId = await world.send('go');
        await world.engine.complete(await world.heldHandle(), answer);
        const outcome = await world.engine.attach(turnId);
        expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_DENIED');
        expect(outcome.status).toBe('completed');
        expect(conversationProblem(await world.conversation())).toBeUndefined();
        expect(ran).toEqual([]);
        expect((await world.ask('next')).output).toBe('next');
      });
    },
  );

  test('two of them may be answered in any order; results keep that of the model', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a', 'push 1'), push('b', 'push 2')), says('done'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      const handles = await world.heldHandles(2);
      expect(new Set(handles.values()).size).toBe(2);
      await world.engine.complete(handles.get('b') ?? '', { decision: 'deny', note: 'not this one' });
      await world.engine.complete(handles.get('a') ?? '', approve);
      const { toolCalls } = await world.engine.attach(turnId);
      expect(toolCalls.map(({ id, result }) => [id, result.error?.code ?? result.output])).toEqual([
        ['a', 'ran push 1'],
        ['b', 'E_TOOL_DENIED'],
      ]);
      expect(ran).toEqual(['push 1']);
    });
  });

  test('later turns of its instance wait, those of others do not', async () => {
    const { tool } = shell();
    const model = fakeModel(({ messages }) => (messages.length === 1 ? asks(push('a')) : says('done')));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const first = await world.send('go', 'one');
      const second = await world.send('more', 'one');
      const handle = await world.heldHandle();
      const other = await world.send('go', 'two');
      await world.engine.complete(await world.heldHandle(2), approve);
      expect((await world.engine.attach(other)).status).toBe('completed');
      expect((await world.engine.openTurns()).map(({ turnId }) => turnId)).toEqual([first, second]);
      await world.engine.complete(handle, approve);
      expect((await world.engine.attach(second)).status).toBe('completed');
    });
  });

  test('completed twice is E_HANDLE_COMPLETED, unknown is E_HANDLE_NOT_FOUND', async () => {
    const { tool } = shell();
    await withEngine(
      { model: fakeModel(asks(push('a')), says('done')), tools: [tool], policy },
      async (world) => {
        const turnId = await world.send('go');
        const handle = await world.heldHandle();
        const answers = await Promise.allSettled([
          world.engine.complete(handle, approve),
          world.engine.complete(handle, { decision: 'deny' }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await rejectionOf(world.engine.complete(handle, approve))).toMatchObject({
          code: 'E_HANDLE_COMPLETED',
        });
        expect(await rejectionOf(world.engine.complete('h-nobody', approve))).toMatchObject({
          code: 'E_HANDLE_NOT_FOUND',
        });
        await world.engine.attach(turnId);
      },
    );
  });

  test('cancelled while it waits: it is E_TOOL_CANCELLED, never runs, and the next turn works', async () => {
    const { tool, ran } = shell();
    const model = fakeModel(asks(push('a'), push('b')), says('next'));
    await withEngine({ model, tools: [tool], policy }, async (world) => {
      const turnId = await world.send('go');
      await world.heldHandle(2);
      await world.engine.cancel(turnId, 'enough');
      const outcome = await world.engine.attach(turnId);
      expect(outcome.status).toBe('cancelled');
      expect(outcome.toolCalls.map(({ result }) => result.error?.code)).toEqual([
        'E_TOOL_CANCELLED',
        'E_TOOL_CANCELLED',
      ]);
      expect(conversationProblem(await world.conversation())).toBeUndefined();
      expect((await world.ask('next')).output).toBe('next');
      expect(ran).toEqual([]);
    });
  });

  test('a call that would be refused anyway is refused, and nobody is asked', async () => {
    const { tool } = shell();
    const all = { tools: { approvals: [{ tool: '*' }] } };
    const model = fakeModel(
      asks(call('a', 'no__such'), call('b', 'bash__exec', { command: 1 })),
      says('done'),
    );
    await withEngine({ model, tools: [tool], policy: all }, async (world) => {
      const { toolCalls } = await world.ask('go');
      expect(toolCalls.map(({ result }) => result.error?.code)).toEqual([
        'E_TOOL_NOT_IN_CATALOG',
        'E_TOOL_INVALID_ARGS',
      ]);
      expect(world.events('tool.held')).toEqual([]);
    });
  });
});
