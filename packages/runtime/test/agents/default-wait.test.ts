import { expect, test } from 'bun:test';
import type { ToolDefinition } from '@goondan/core';
import { openEngine } from '../engine/open-engine.ts';
import { TestClock } from '../engine/test-clock.ts';
import { asks, call, fakeModel, hangingAnswer, says } from '../turn/support/fake-model.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';

const ask: ToolDefinition = {
  name: 'agents__request',
  annotations: { orchestrates: true },
  handler: async ({ runtime }) => (await runtime?.request({ agent: 'helper' }, 'work')) ?? null,
};

test('COMM-2: without a limit of its own a request waits for a minute, not less and not longer', () =>
  inStateRoot(async (stateRoot) => {
    const clock = new TestClock();
    const { answer, asked } = hangingAnswer();
    const boss = {
      name: 'boss',
      model: fakeModel(asks(call('a', 'agents__request')), says('done')),
      tools: [ask],
    };
    const helper = { name: 'helper', model: fakeModel(answer) };
    const engine = await openEngine({ stateRoot, agents: [boss, helper], clock });
    const waits = Promise.withResolvers<void>();
    clock.onWait(() => waits.resolve());
    const outcome = engine.request({ agent: 'boss', instanceKey: 'main' }, inputEvent('go'));
    await Promise.all([asked, waits.promise]);
    let waited = 0;
    const next = (): Promise<void> => new Promise((resolve) => clock.onWait(() => resolve()));
    while (waited < 59_000) {
      const again = next();
      clock.advance(1_000);
      waited += 1_000;
      await again;
    }
    expect(engine.openTurns()).toHaveLength(2);
    clock.advance(1_000);
    const { toolCalls } = await outcome;
    expect(toolCalls[0]?.result.error).toMatchObject({
      code: 'E_AGENT_TIMEOUT',
      message: 'helper/main did not answer within 60000 ms.',
    });
    for (const { turnId } of engine.openTurns()) await engine.cancel(turnId);
    await engine.stop();
  }));
