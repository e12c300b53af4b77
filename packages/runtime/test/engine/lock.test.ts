import { expect, test } from 'bun:test';
import { GoondanError } from '@goondan/core';
import { inStateRoot } from '../turn/support/world.ts';
import { killEngine } from './kill-engine.ts';
import { engineWith, eventNamed, failureOf, helper, openEngine } from './open-engine.ts';

test('a second process on the same state is E_STORAGE_LOCKED naming the first, and starts once the first is killed', async () => {
  await inStateRoot(async (stateRoot) => {
    await killEngine('hold', stateRoot, async (said, pid) => {
      expect(said).toBe('started');
      const failure = await failureOf(engineWith({ stateRoot, agents: [{}] }).start());
      expect(failure).toMatchObject({ code: 'E_STORAGE_LOCKED' });
      expect(String(failure)).toMatch(
        new RegExp(` by engine-child\\.ts \\(process ${pid}, since \\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z\\)\\.$`),
      );
      expect(failure instanceof GoondanError && failure.suggestion).toContain(`kill ${pid}`);
    });
    const engine = await openEngine({ stateRoot, agents: [{}] });
    expect(await engine.request(helper, eventNamed('e1'))).toMatchObject({ status: 'completed' });
    await engine.stop();
  });
}, 60_000);

test('the state is locked until the engine has stopped, and a start that fails leaves no lock', async () => {
  await inStateRoot(async (stateRoot) => {
    const first = await openEngine({ stateRoot, agents: [{}] });
    const second = engineWith({ stateRoot, agents: [{}] });
    expect(await failureOf(second.start())).toMatchObject({ code: 'E_STORAGE_LOCKED' });
    expect(String(await failureOf(second.start()))).toContain('this one');
    // What could not start has no state to work on.
    expect(await failureOf(second.send(helper, eventNamed('e1')))).toBeInstanceOf(Error);
    await first.stop();
    await second.start();
    await second.stop();
  });
});
