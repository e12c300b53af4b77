import { expect, test } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import type { ExtensionApi } from '@goondan/core';
import { asks, call, fakeModel, says } from './support/fake-model.ts';
import { approve, policy, push, shell } from './support/shell.ts';
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import { withEngine } from './support/world.ts';

test('§12: cancel while a step or turn middleware never comes back ends the turn', async () => {
  const entered = Promise.withResolvers<void>();
  const extensions = {
    stuck: ({ pipeline }: ExtensionApi) => {
      pipeline.register('step', () => {
        entered.resolve();
        return new Promise(() => {});
      });
    },
  };
  await withEngine({ model: fakeModel(says('x')), extensions }, async (world) => {
    const turnId = await world.send('go');
    await entered.promise;
    await world.engine.cancel(turnId);
    expect((await world.engine.attach(turnId)).status).toBe('cancelled');
  });
});

test('PEND-2: a completion that comes after its held call was cancelled is a clear error', async () => {
  const { tool } = shell();
  await withEngine({ model: fakeModel(asks(push('a')), says('x')), tools: [tool], policy }, async (world) => {
    const turnId = await world.send('go');
    const handle = await world.heldHandle();
    await world.engine.cancel(turnId);
    await world.engine.attach(turnId);
    let thrown: unknown;
    await world.engine.complete(handle, approve).catch((error: unknown) => (thrown = error));
    expect(thrown).toMatchObject({ code: 'E_HANDLE_COMPLETED' });
  });
});

test('§12: a secret that the error limit or the head of a large output cuts in two is not told in part', async () => {
  const key = 'sk-test-0123456789-abcdefghijklmnop';
  const tools = [
    {
      name: 'a__throw',
      handler: () => {
        throw new Error('x'.repeat(960) + key + 'y'.repeat(100));
      },
    },
    { name: 'a__big', handler: () => 'x'.repeat(4096 - 30) + key + 'y'.repeat(100_000) },
  ];
  const model = fakeModel(asks(call('a', 'a__throw'), call('b', 'a__big')), says('x'));
  await withEngine({ model, tools, secrets: [{ name: 'K', value: key }] }, async (world) => {
    const text = JSON.stringify(await world.ask('go'));
    expect(text).not.toContain(key.slice(0, 20));
  });
});

localTest('PEND-3: an answer that another process gave, by the file alone, is noticed', async () => {
  const { tool } = shell();
  const model = fakeModel(asks(push('a')), says('done'));
  await withEngine({ model, tools: [tool], policy }, async (world) => {
    const turnId = await world.send('go');
    const handle = await world.heldHandle();
    await new HandleFiles(workspaceLayout(world.stateRoot).handles).complete(handle, approve);
    expect(await world.engine.attach(turnId)).toMatchObject({ status: 'completed', output: 'done' });
  });
});
