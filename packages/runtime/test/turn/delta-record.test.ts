import { expect, test } from 'bun:test';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { echo } from './support/tools.ts';
import { withEngine } from './support/world.ts';

test('SPEC §6: streamed deltas carry step and attempt, and are not journaled', async () => {
  const model = fakeModel(({ onDelta }, index) => {
    onDelta?.({ kind: 'text', text: `half of step ${index}`, attempt: 1 });
    onDelta?.({ kind: 'text', text: `whole of step ${index}`, attempt: 2 });
    return index === 0 ? asks(call('a', 'echo__say')) : says('done');
  });
  await withEngine({ model, tools: [echo] }, async (world) => {
    const { turnId } = await world.ask('go');
    const told = world.told.flatMap((event) =>
      event.type === 'delta' ? [[event.stepIndex, event.attempt, event.text]] : [],
    );
    expect(told).toEqual([
      [0, 1, 'half of step 0'],
      [0, 2, 'whole of step 0'],
      [1, 1, 'half of step 1'],
      [1, 2, 'whole of step 1'],
    ]);
    const recorded = await world.engine.eventsOf(turnId);
    expect(recorded.length).toBeGreaterThan(0);
    expect(JSON.stringify([recorded, await world.conversation()])).not.toContain('of step');
  });
});
