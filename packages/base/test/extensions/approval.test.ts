import { describe, expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import type { RuntimeEvent } from '@goondan/runtime';
import { approval } from '../../extensions/approval/index.ts';
import {
  inFolder,
  openConversation,
  withConversation,
  type Conversation,
  type Parts,
} from './support/a-conversation.ts';
import { asks, modelOf, says } from './support/a-model.ts';
import { textOf } from './support/text-of.ts';

const ran: string[] = [];
const shell: ToolDefinition = {
  name: 'lab__exec',
  handler: (_context, { command }) => {
    ran.push(textOf(command));
    return `ran ${textOf(command)}`;
  },
};

function parts(commands: readonly string[]): Parts {
  return {
    model: modelOf(asks(...commands.map((command) => ['lab__exec', { command }] as const)), says('done')),
    tools: [shell],
    extensions: [
      {
        module: approval,
        config: { rules: [{ tool: 'lab__*', args: { command: 'push' }, reason: 'it leaves here' }] },
      },
    ],
  };
}

/** The next call that is told to be held. */
function nextHeld({ engine }: Conversation): Promise<RuntimeEvent> {
  return new Promise((resolve) => {
    const stop = engine.observe((event) => {
      if (event.type !== 'tool.held') return;
      stop();
      resolve(event);
    });
  });
}

describe('Extension/approval', () => {
  test('POL-4: holds what its rules match, says why, and lets the rest run', () =>
    withConversation(parts(['git status', 'git push']), async (conversation) => {
      ran.length = 0;
      const held = nextHeld(conversation);
      const outcome = conversation.ask('go');
      const { attributes } = await held;
      expect(attributes).toMatchObject({
        rule: 'extension approval: rules[0] it leaves here',
        args: { command: 'git push' },
        decision: 'held',
      });
      await conversation.engine.complete(textOf(attributes?.['handle']), { decision: 'deny', note: 'no' });
      const { toolCalls, output } = await outcome;
      expect(output).toBe('done');
      expect(ran).toEqual(['git status']);
      expect(toolCalls[1]?.result.error).toMatchObject({
        code: 'E_TOOL_DENIED',
        message: 'lab__exec was denied: no',
      });
    }));

  test('PEND-3: a call it holds survives a restart, and runs as edited', () =>
    inFolder(async (stateRoot) => {
      ran.length = 0;
      const both = parts(['git push']);
      const first = await openConversation(both, stateRoot);
      const held = nextHeld(first);
      void first.ask('go', { id: 'e-held' }).catch(() => undefined);
      const handle = textOf((await held).attributes?.['handle']);
      await first.stop();
      const second = await openConversation(both, stateRoot);
      await second.engine.complete(handle, { decision: 'approve', args: { command: 'git push --dry-run' } });
      expect((await second.ask('go', { id: 'e-held' })).status).toBe('completed');
      expect(ran).toEqual(['git push --dry-run']);
      await second.stop();
    }));

  test('a pattern that is none stops the agent from starting, and says which extension', async () => {
    const broken = { rules: [{ tool: '*', args: { command: '(' } }] };
    const opening = openConversation(
      { model: modelOf(says('x')), extensions: [{ module: approval, config: broken }] },
      '/nowhere',
    );
    const failure = await opening.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(failure).toMatchObject({ code: 'E_EXTENSION_INIT' });
  });
});
