import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import { inStateRoot } from '../turn/support/world.ts';
import { journalPath } from './journal-dump.ts';
import { engineWith, eventNamed, failureOf, helper, openEngine } from './open-engine.ts';

function setVersion(path: string, version: number): void {
  const database = new Database(path);
  database.run(`PRAGMA user_version = ${version}`);
  database.close();
}

test('a journal of a newer version is refused and left as it is; the version it was is opened again', async () => {
  await inStateRoot(async (stateRoot) => {
    const engine = await openEngine({ stateRoot, agents: [{}] });
    const { turnId } = await engine.request(helper, eventNamed('e1'));
    await engine.stop();
    const path = journalPath(workspaceLayout(stateRoot), 'helper');
    setVersion(path, 99);
    const before = await Bun.file(path).bytes();
    const failure = await failureOf(engineWith({ stateRoot, agents: [{}] }).start());
    expect(failure).toMatchObject({ code: 'E_STORAGE_VERSION' });
    expect(String(failure)).toContain('has version 99');
    expect(await Bun.file(path).bytes()).toEqual(before);

    setVersion(path, 1);
    const again = await openEngine({ stateRoot, agents: [{}] });
    expect(await again.attach(turnId)).toMatchObject({ turnId, status: 'completed' });
    await again.stop();
  });
});
