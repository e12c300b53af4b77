import { describe, expect } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import type { Policy } from '@goondan/core';
import type { AgentParts } from './support/agent-with.ts';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { approve, policy as holding, push, shell } from './support/shell.ts';
import { gatedTool } from './support/tools.ts';
import { inStateRoot, World } from './support/world.ts';

/** A call of the shell beside one that ends when told to, so that the turn can be cut once the first has ended. */
function scene() {
  const { tool, ran } = shell();
  const slow = gatedTool('slow__one', { annotations: { idempotent: true } });
  const model = fakeModel(asks(push('a'), call('b', 'slow__one')), says('done'));
  const parts = (policy: Policy): AgentParts => ({ model, tools: [tool, slow.tool], policy });
  return { ran, slow, parts };
}

const nextLife = async (stateRoot: string, parts: AgentParts): Promise<World> => {
  const world = await World.open(parts, { stateRoot });
  await world.engine.resume();
  return world;
};

describe('SPEC §12: rules that change between two lives of a turn', () => {
  localTest('a call that has run is not held, asked about and run again by a rule that is new', () =>
    inStateRoot(async (stateRoot) => {
      const { ran, slow, parts } = scene();
      const first = await World.open(parts({}), { stateRoot });
      const turnId = await first.send('go');
      await slow.untilStarted();
      await first.until('tool.completed');
      await first.stop();
      slow.open();
      const second = await nextLife(stateRoot, parts(holding));
      const held = second.until('tool.held').then(() => 'held');
      expect(await Promise.race([second.engine.attach(turnId).then(({ output }) => output), held])).toBe(
        'done',
      );
      expect(ran).toEqual(['git push']);
      await second.stop();
    }),
  );

  localTest('a call that was approved and has run does not run again where its rule is gone', () =>
    inStateRoot(async (stateRoot) => {
      const { ran, slow, parts } = scene();
      const both = { tools: { approvals: [...holding.tools.approvals, { tool: 'slow__one' }] } };
      const first = await World.open(parts(both), { stateRoot });
      const turnId = await first.send('go');
      const handles = await first.heldHandles(2);
      await first.engine.complete(handles.get('a') ?? '', approve);
      await first.engine.complete(handles.get('b') ?? '', approve);
      await slow.untilStarted();
      await first.stop();
      expect(ran).toEqual(['git push']);
      slow.open();
      const second = await nextLife(stateRoot, parts({}));
      expect((await second.engine.attach(turnId)).output).toBe('done');
      expect(ran).toEqual(['git push']);
      await second.stop();
    }),
  );

  localTest(
    'what was asked is waited for, and a denial given while nothing ran counts, where the rule is gone',
    () =>
      inStateRoot(async (stateRoot) => {
        const { ran, slow, parts } = scene();
        slow.open();
        const first = await World.open(parts(holding), { stateRoot });
        const turnId = await first.send('go');
        const handle = await first.heldHandle();
        await first.stop();
        const second = await World.open(parts({}), { stateRoot });
        await second.engine.complete(handle, { decision: 'deny' });
        await second.engine.resume();
        const { toolCalls } = await second.engine.attach(turnId);
        expect(toolCalls[0]?.result.error?.code).toBe('E_TOOL_DENIED');
        expect(ran).toEqual([]);
        await second.stop();
      }),
  );
});
