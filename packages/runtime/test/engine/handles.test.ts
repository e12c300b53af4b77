import { expect, test } from 'bun:test';
import { Handles } from '../../src/engine/local/handles.ts';
import { inTempDir } from '../storage/temp-dir.ts';
import { failureOf } from './open-engine.ts';

const self = { agent: 'helper', instanceKey: 'default' };
const about = { toolName: 'work__do', toolCallId: 'c1' };

test('PEND-3: whoever waits for a handle gets its outcome, given before or after, by this process', async () => {
  await inTempDir(async (folder) => {
    const handles = new Handles(folder, 'here');
    await handles.openHeld('h1', { self, turnId: 't1', about });
    const waiting = handles.completionOf('h1');
    await handles.complete('h1', { decision: 'approve' });
    expect(await waiting).toEqual({ decision: 'approve' });
    expect(await handles.completionOf('h1')).toEqual({ decision: 'approve' });
  });
});

test('PEND-3: an outcome that another process gave is learnt of when somebody here is told that he comes second', async () => {
  await inTempDir(async (folder) => {
    const handles = new Handles(folder, 'here');
    const elsewhere = new Handles(folder, 'here');
    await handles.openHeld('h1', { self, turnId: 't1', about });
    const waiting = handles.completionOf('h1');
    // Only now it has looked and found nothing.
    await handles.undelivered();
    await elsewhere.complete('h1', { decision: 'deny' });
    const second = await failureOf(handles.complete('h1', { decision: 'approve' }));
    expect(second).toMatchObject({ code: 'E_HANDLE_COMPLETED' });
    expect(await waiting).toEqual({ decision: 'deny' });
  });
});
