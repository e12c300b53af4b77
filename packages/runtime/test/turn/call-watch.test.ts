import { expect, test } from 'bun:test';
import type { ToolContext } from '@goondan/core';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { withEngine } from './support/world.ts';

test('SPEC §12: while a handler waits for the runtime it is not held to blame for what happens to its process', async () => {
  let isBusy = false;
  const seen: Record<string, boolean[]> = {};
  const watch = async () => {
    isBusy = true;
    return () => {
      isBusy = false;
    };
  };
  const handler = async ({ runtime }: ToolContext) => {
    if (runtime === undefined) throw new Error('it does not orchestrate');
    const to = { agent: 'other' };
    const ways: Record<string, () => Promise<unknown>> = {
      request: () => runtime.request(to, 'hi'),
      send: () => runtime.send(to, 'hi'),
      handoff: () => runtime.handoff(to, 'hi'),
      list: () => runtime.list(),
      spawn: () => runtime.spawn({ agent: 'other', instanceKey: 'second' }),
      sleep: () => runtime.sleep(1),
    };
    for (const [name, way] of Object.entries(ways)) {
      const before = isBusy;
      const waiting = way();
      const meanwhile = isBusy;
      await waiting;
      seen[name] = [before, meanwhile, isBusy];
    }
    return 'done';
  };
  const tool = { name: 'hub__work', annotations: { orchestrates: true }, handler };
  const model = fakeModel(asks(call('c1', 'hub__work')), says('done'));
  await withEngine([{ name: 'helper', tools: [tool], model, watch }, { name: 'other' }], async (world) => {
    await world.ask('go');
    const usual = [true, false, true];
    expect(seen).toEqual({
      request: usual,
      send: usual,
      handoff: usual,
      list: usual,
      spawn: usual,
      sleep: usual,
    });
    expect(isBusy).toBe(false);
  });
});
