import { describe, expect, test } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import type { JsonObject } from '@goondan/core';
import { revokeOffline } from '../../src/inspect/change-offline.ts';
import { grantsIn } from '../../src/inspect/grant-view.ts';
import { inWorkspace } from '../../src/inspect/workspace-view.ts';
import { revokeEvent, toolCallEvent } from '../../src/swarm/input-event.ts';
import { failureOf } from '../engine/open-engine.ts';
import type { AgentParts } from '../turn/support/agent-with.ts';
import { asks, call, fakeModel, says, type Answer } from '../turn/support/fake-model.ts';
import { policy, push, shell } from '../turn/support/shell.ts';
import { gatedTool } from '../turn/support/tools.ts';
import { textOf } from '../turn/support/text-of.ts';
import { inStateRoot, withEngine, World } from '../turn/support/world.ts';

/** Asks for the command it is told, then answers. */
const doing: Answer = ({ messages }) => {
  const last = messages.at(-1);
  return last?.role === 'user' ? asks(push('a', textOf(last.content))) : says('done');
};

function parts(): { readonly agent: AgentParts; readonly ran: unknown[] } {
  const { tool, ran } = shell();
  return { ran, agent: { model: fakeModel(doing), tools: [tool], policy } };
}

const held = (world: World): number => world.events('tool.held').length;

describe('POL-4: always', () => {
  test('these very arguments are not asked about again, others are; in that instance alone, also after a restart', () =>
    inStateRoot(async (stateRoot) => {
      const { agent, ran } = parts();
      const first = await World.open(agent, { stateRoot });
      const turnId = await first.send('push a');
      await first.engine.complete(await first.heldHandle(), { decision: 'approve', always: true });
      await first.engine.attach(turnId);
      await first.ask('push a');
      expect(held(first)).toBe(1);
      await first.stop();

      const second = await World.open(agent, { stateRoot });
      await second.ask('push a');
      await second.engine.request(
        second.to(),
        toolCallEvent({ name: 'bash__exec', args: { command: 'push a' } }),
      );
      expect(held(second)).toBe(0);
      expect(ran).toEqual(['push a', 'push a', 'push a', 'push a']);
      await second.send('push b');
      await second.heldHandle(1);
      await second.send('push a', 'other');
      await second.heldHandle(2);
      expect(ran).toHaveLength(4);
      await second.stop();
    }));

  test('patterns let every call of the tool run that fits them, and no other', () => {
    const { agent, ran } = parts();
    return withEngine(agent, async (world) => {
      const turnId = await world.send('push one');
      const always = { command: '^push \\w+$' };
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', always });
      await world.engine.attach(turnId);
      await world.ask('push two');
      expect(world.events('tool.started').at(-1)?.attributes).toMatchObject({
        decision: 'allowed',
        rule: 'swarm approvals[0]',
        reason: 'a person has allowed such calls for good',
      });
      await world.send('push two; rm -rf');
      await world.heldHandle(2);
      expect(ran).toEqual(['push one', 'push two']);
    });
  });

  test('a pattern fits the whole of its argument, also where it is not anchored', () => {
    const { agent, ran } = parts();
    return withEngine(agent, async (world) => {
      const turnId = await world.send('push one');
      const always = { command: 'push one|push two' };
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', always });
      await world.engine.attach(turnId);
      await world.ask('push two');
      await world.send('push one; rm -rf /');
      await world.heldHandle(2);
      expect(ran).toEqual(['push one', 'push two']);
    });
  });

  test('patterns widen what they name alone: every other argument must be as the person saw it', () => {
    const { ran, tool } = shell();
    const exec = (args: JsonObject) => toolCallEvent({ name: 'bash__exec', args });
    return withEngine({ tools: [tool], policy }, async (world) => {
      const turnId = await world.send(exec({ command: 'push one', cwd: '/safe' }));
      const always = { command: 'push \\w+' };
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', always });
      await world.engine.attach(turnId);
      await world.engine.request(world.to(), exec({ cwd: '/safe', command: 'push two' }));
      expect(ran).toEqual(['push one', 'push two']);
      for (const args of [{ command: 'push two' }, { command: 'push two', cwd: '/safe', sudo: true }]) {
        const count = held(world) + 1;
        const other = await world.send(exec(args));
        await world.engine.complete(await world.heldHandle(count), { decision: 'deny' });
        await world.engine.attach(other);
      }
      expect(ran).toHaveLength(2);
    });
  });

  test('no patterns at all allow nothing but this very call', () => {
    const { agent, ran } = parts();
    return withEngine(agent, async (world) => {
      const turnId = await world.send('push a');
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', always: {} });
      await world.engine.attach(turnId);
      await world.ask('push a');
      await world.send('push b');
      await world.heldHandle(2);
      expect(ran).toEqual(['push a', 'push a']);
    });
  });

  test('it counts within the turn too, also when the turn is taken up after the step that asked', () =>
    inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const slow = gatedTool('slow__one', { annotations: { idempotent: true } });
      const model = fakeModel(asks(push('a')), asks(push('b'), call('c', 'slow__one')), says('done'));
      const parts: AgentParts = { model, tools: [tool, slow.tool], policy };
      const first = await World.open(parts, { stateRoot });
      const turnId = await first.send('go');
      await first.engine.complete(await first.heldHandle(), { decision: 'approve', always: true });
      await slow.untilStarted();
      await first.until('tool.completed', 2);
      await first.stop();
      slow.open();
      const second = await World.open({ ...parts, model: fakeModel(says('done')) }, { stateRoot });
      await second.engine.resume();
      const outcome = second.engine.attach(turnId);
      await Promise.race([outcome, second.until('tool.held')]);
      expect(held(second)).toBe(0);
      expect((await outcome).output).toBe('done');
      expect(ran).toEqual(['git push', 'git push']);
      await second.stop();
    }));

  test('edited, what is allowed for good is what was written', () => {
    const { agent, ran } = parts();
    return withEngine(agent, async (world) => {
      const turnId = await world.send('push a');
      const args = { command: 'push gently' };
      await world.engine.complete(await world.heldHandle(), { decision: 'approve', args, always: true });
      await world.engine.attach(turnId);
      await world.ask('push gently');
      expect(ran).toEqual(['push gently', 'push gently']);
      await world.send('push a');
      await world.heldHandle(2);
    });
  });

  test('revoked, such a call is asked about again, from the next turn on and after a restart', () =>
    inStateRoot(async (stateRoot) => {
      const { agent, ran } = parts();
      const first = await World.open(agent, { stateRoot });
      for (const [index, command] of ['push a', 'push b'].entries()) {
        const turnId = await first.send(command);
        const handle = await first.heldHandle(index + 1);
        await first.engine.complete(handle, { decision: 'approve', always: true });
        await first.engine.attach(turnId);
      }
      const grants = grantsIn(await first.engine.stateOf(first.to()), first.to());
      expect(grants).toMatchObject([
        { agent: 'helper', instanceKey: 'default', tool: 'bash__exec', exactly: { command: 'push a' } },
        { exactly: { command: 'push b' } },
      ]);
      const grant = grants[0]?.grant ?? '';
      const revoke = () => first.engine.request(first.to(), revokeEvent(grant));
      expect(await revoke()).toMatchObject({ status: 'completed', output: { grant, status: 'revoked' } });
      expect(await revoke()).toMatchObject({ status: 'failed', error: { code: 'E_AGENT_GRANT_NOT_FOUND' } });
      await first.ask('push b');
      expect(held(first)).toBe(2);
      await first.stop();
      const second = await World.open(agent, { stateRoot });
      await second.send('push a');
      await second.heldHandle();
      expect(ran).toEqual(['push a', 'push b', 'push b']);
      await second.stop();
    }));

  localTest('revoked while nothing runs, also a turn that was cut off asks again', () =>
    inStateRoot(async (stateRoot) => {
      const { tool, ran } = shell();
      const slow = gatedTool('slow__one', { annotations: { idempotent: true } });
      const model = fakeModel(
        asks(push('a')),
        says('ok'),
        asks(call('b', 'slow__one')),
        asks(push('c')),
        says('done'),
      );
      const agent: AgentParts = { model, tools: [tool, slow.tool], policy };
      const first = await World.open(agent, { stateRoot });
      const allowed = await first.send('push');
      await first.engine.complete(await first.heldHandle(), { decision: 'approve', always: true });
      await first.engine.attach(allowed);
      const turnId = await first.send('more');
      await slow.untilStarted();
      const { layout } = first;
      expect(await failureOf(revokeOffline(layout, 'g-none'))).toMatchObject({
        code: 'E_AGENT_GRANT_NOT_FOUND',
      });
      const [kept] = await inWorkspace(layout.folder, (view) => view.grants());
      const grant = kept?.grant ?? '';
      expect(await failureOf(revokeOffline(layout, grant))).toMatchObject({ code: 'E_STORAGE_LOCKED' });
      await first.stop();
      await revokeOffline(layout, grant);
      expect(await failureOf(revokeOffline(layout, grant))).toMatchObject({
        code: 'E_AGENT_GRANT_NOT_FOUND',
      });
      slow.open();
      const second = await World.open(agent, { stateRoot });
      await second.engine.resume();
      await second.engine.complete(await second.heldHandle(), { decision: 'deny' });
      expect((await second.engine.attach(turnId)).output).toBe('done');
      expect(ran).toEqual(['git push']);
      await second.stop();
    }),
  );

  test('what is no pattern is no permission', () => {
    const { agent, ran } = parts();
    return withEngine(agent, async (world) => {
      const turnId = await world.send('push a');
      await world.engine.complete(await world.heldHandle(), {
        decision: 'approve',
        always: { command: '(' },
      });
      await world.engine.attach(turnId);
      await world.send('push a');
      await world.heldHandle(2);
      expect(ran).toEqual(['push a']);
    });
  });
});
