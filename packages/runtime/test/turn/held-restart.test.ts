import { describe, expect, test } from 'bun:test';
import { rejectionOf } from '../model/ask.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import type { AgentParts } from './support/agent-with.ts';
import { echo, gatedTool } from './support/tools.ts';
import { inStateRoot, World } from './support/world.ts';
import { approve, policy, push, shell } from './support/shell.ts';

describe('PEND-3: a held call and a restart', () => {
  test('stopped while it waits, answered in the next life: it runs once and the turn ends well', async () => {
    await inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const slow = gatedTool('slow__one', { annotations: { readOnly: true } });
      slow.open();
      const model = fakeModel(asks(call('x', 'slow__one'), push('a')), says('done'));
      const parts: AgentParts = { model, tools: [tool, slow.tool, echo], policy };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      const handle = await first.heldHandle();
      await first.until('tool.completed');
      await first.stop();

      const second = await World.open(parts, { stateRoot });
      await second.engine.resume();
      expect(await second.heldHandle()).toBe(handle);
      await second.engine.complete(handle, approve);
      const outcome = await second.engine.attach(turnId);
      expect(outcome).toMatchObject({ status: 'completed', output: 'done' });
      expect(outcome.toolCalls.map(({ result }) => result.output)).toEqual(['done', 'ran git push']);
      expect(ran).toEqual(['git push']);
      expect(slow.started).toHaveLength(1);
      expect(model.requests).toHaveLength(2);
      await second.stop();
    });
  });

  test('answered before the next life has come to it, the answer is found', async () => {
    await inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const parts: AgentParts = { model: fakeModel(asks(push('a')), says('done')), tools: [tool], policy };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      const handle = await first.heldHandle();
      await first.stop();

      const second = await World.open(parts, { stateRoot });
      await second.engine.complete(handle, { decision: 'approve', args: { command: 'push later' } });
      expect(await rejectionOf(second.engine.complete(handle, approve))).toMatchObject({
        code: 'E_HANDLE_COMPLETED',
      });
      await second.engine.resume();
      expect((await second.engine.attach(turnId)).toolCalls[0]?.result.output).toBe('ran push later');
      expect(ran).toEqual(['push later']);
      await second.stop();
    });
  });

  test('cancelled in the next life it never runs', async () => {
    await inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const parts: AgentParts = { model: fakeModel(asks(push('a')), says('next')), tools: [tool], policy };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      await first.heldHandle();
      await first.stop();
      const second = await World.open(parts, { stateRoot });
      expect(await second.engine.cancel(turnId)).toBe(true);
      const outcome = await second.engine.attach(turnId);
      expect(outcome.status).toBe('cancelled');
      expect(outcome.toolCalls[0]?.result.error?.code).toBe('E_TOOL_CANCELLED');
      expect((await second.ask('next')).output).toBe('next');
      expect(ran).toEqual([]);
      await second.stop();
    });
  });
});
