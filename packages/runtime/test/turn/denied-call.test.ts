import { describe, expect, test } from 'bun:test';
import type { ExtensionApi, JsonObject } from '@goondan/core';
import type { AgentParts } from './support/agent-with.ts';
import { asks, fakeModel, says } from './support/fake-model.ts';
import { policy, push, shell } from './support/shell.ts';
import { textOf } from './support/text-of.ts';
import { withEngine } from './support/world.ts';

const deny = { decision: 'deny', note: 'not today' };

/** A shell behind middleware that changes what it is told. */
function behind(change: (args: JsonObject) => JsonObject, command = 'git push') {
  const { tool, ran } = shell();
  const seen: JsonObject[] = [];
  const changer = ({ pipeline }: ExtensionApi): void => {
    pipeline.register('toolCall', (context) => {
      seen.push(context.args);
      context.args = change(context.args);
      return context.next();
    });
  };
  const model = fakeModel(asks(push('a', command)), says('done'));
  const parts: AgentParts = { model, tools: [tool], policy, extensions: { changer } };
  return { parts, ran, seen };
}

describe('POL-4: what a person has denied', () => {
  test('does not run where middleware would make of it what no rule holds', () => {
    const { parts, ran, seen } = behind(() => ({ command: 'git pull' }));
    return withEngine(parts, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), deny);
      const { toolCalls, status } = await world.engine.attach(turnId);
      expect([status, toolCalls[0]?.result.error?.code]).toEqual(['completed', 'E_TOOL_DENIED']);
      expect({ ran, seen }).toEqual({ ran: [], seen: [] });
    });
  });

  test('is not asked about again where middleware would change it', () => {
    const { parts, ran } = behind(({ command }) => ({ command: `sudo ${textOf(command)}` }));
    return withEngine(parts, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), deny);
      const again = world.until('tool.held', 2).then(() => 'asked again');
      const ended = world.engine.attach(turnId).then(({ toolCalls }) => toolCalls[0]?.result.error?.message);
      expect(await Promise.race([ended, again])).toBe('bash__exec was denied: not today');
      expect(ran).toEqual([]);
    });
  });

  test('after middleware had changed it, is denied whatever middleware would make of it now', () => {
    let count = 0;
    const { parts, ran } = behind(() => ({ command: `push ${(count += 1)}` }), 'ship');
    return withEngine(parts, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), deny);
      const again = world.until('tool.held', 2).then(() => 'asked again');
      const ended = world.engine.attach(turnId).then(({ toolCalls }) => toolCalls[0]?.result.error?.code);
      expect(await Promise.race([ended, again])).toBe('E_TOOL_DENIED');
      expect({ ran, count }).toEqual({ ran: [], count: 1 });
    });
  });

  test('is told of as refused by the rule, and as failed', () => {
    const { parts } = behind((args) => args);
    return withEngine(parts, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(), deny);
      await world.engine.attach(turnId);
      expect(world.events('tool.started').map(({ attributes }) => attributes)).toMatchObject([
        { decision: 'refused', rule: 'swarm approvals[0]', reason: 'a person has denied it' },
      ]);
      expect(world.events('tool.failed').map(({ error }) => error?.code)).toEqual(['E_TOOL_DENIED']);
    });
  });
});
