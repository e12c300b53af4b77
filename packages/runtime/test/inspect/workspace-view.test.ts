import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { inWorkspace, WorkspaceView } from '../../src/inspect/workspace-view.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { traceOf } from '../../src/telemetry/trace.ts';
import { codeOf, inTempDir } from '../storage/temp-dir.ts';
import { eventOf, withSwarm } from './a-swarm.ts';

const alice = { agent: 'hello', instanceKey: 'alice' };

describe('a workspace seen from outside', () => {
  test('shows agents, instances and their turns while another writes, and keeps nobody from writing', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      await swarm.engine.request(alice, inputEvent('add'));
      const started = eventOf(swarm, 'tool.started');
      const { turnId } = await swarm.engine.send(alice, inputEvent('hang'));
      await started;
      await inWorkspace(layout.folder, async (view) => {
        expect(view.agents()).toMatchObject([
          { agent: 'hello', instances: 1, openTurns: 1, finishedTurns: 1 },
        ]);
        expect(await view.instances('hello')).toMatchObject([{ ...alice, messages: 4, openTurns: 1 }]);
        expect(await view.instances('nobody')).toEqual([]);
        const detail = await view.instance(alice);
        expect(detail?.messages.map(({ data }) => data.role)).toEqual([
          'user',
          'assistant',
          'tool',
          'assistant',
        ]);
        expect(detail?.openTurns).toMatchObject([{ turnId, type: 'user.input', isBegun: true }]);
        expect(detail?.extensionState).toEqual({ memo: ['seen'] });
        expect(await view.instance({ agent: 'hello', instanceKey: 'bob' })).toBeUndefined();
        expect(view.turn(turnId)).toMatchObject({ turnId, agent: 'hello' });
        expect(view.lastTurn()).toMatchObject({ turnId });
        // Written while it is looked at.
        await swarm.engine.cancel(turnId);
        await swarm.engine.attach(turnId);
      });
      await inWorkspace(layout.folder, (view) => {
        expect(view.turn(turnId)?.outcome?.status).toBe('cancelled');
      });
    });
  });

  test('the events of a trace come to its spans, of all agents, also by names in other scripts', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      const traceId = 'cd'.repeat(16);
      await swarm.engine.request(alice, inputEvent('add', { traceId }));
      await swarm.engine.request({ agent: '점검', instanceKey: 'alice' }, inputEvent('add', { traceId }));
      await swarm.engine.request(alice, inputEvent('add'));
      await swarm.close();
      await inWorkspace(layout.folder, (view) => {
        const spans = traceOf(view.eventsOfTrace(traceId));
        const names = new Set(spans.map(({ name, agentName }) => `${agentName} ${name}`));
        for (const name of ['hello turn', 'hello step 1', 'hello probe__add', 'hello step 2', '점검 turn'])
          expect(names).toContain(name);
        expect(view.agents().map(({ agent }) => agent)).toContain('점검');
        expect(view.eventsOfTrace('00'.repeat(16))).toEqual([]);
      });
    });
  });

  test('a workspace that was never used is empty, and stays unmade', async () => {
    await inTempDir(async (directory) => {
      const folder = join(directory, 'workspaces', 'none');
      await inWorkspace(folder, async (view) => {
        expect(view.agents()).toEqual([]);
        expect(await view.instances()).toEqual([]);
        expect(view.lastTurn()).toBeUndefined();
      });
      expect(existsSync(folder)).toBe(false);
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  test('a file that its writer is only about to make holds nothing yet', async () => {
    await inTempDir(async (directory) => {
      const folder = join(directory, 'agents', 'hello');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'journal.db'), '');
      await inWorkspace(directory, (view) => {
        expect(view.agents()).toMatchObject([{ agent: 'hello', instances: 0, lastActivityAt: null }]);
      });
      expect(readFileSync(join(folder, 'journal.db'), 'utf8')).toBe('');
    });
  });

  test('a damaged file, a foreign one and one of another version are errors that name it', async () => {
    await withSwarm(async ({ open, layout }) => {
      const swarm = await open();
      await swarm.engine.start();
      await swarm.engine.request(alice, inputEvent('add'));
      await swarm.close();
      const path = join(layout.agentFolder('hello'), 'journal.db');
      const look = (): unknown => codeOf(() => new WorkspaceView(layout.folder).close());
      expect(look()).toBeUndefined();
      const newer = new Database(path);
      newer.run('PRAGMA user_version = 99');
      newer.close();
      expect(look()).toBe('E_STORAGE_VERSION');
      const foreign = new Database(path);
      foreign.run('PRAGMA application_id = 7');
      foreign.close();
      expect(look()).toBe('E_STORAGE_DAMAGED');
      for (const name of ['journal.db-wal', 'journal.db-shm', 'journal.db'])
        writeFileSync(join(layout.agentFolder('hello'), name), 'no database at all '.repeat(500));
      expect(() => new WorkspaceView(layout.folder)).toThrow(path);
      expect(look()).toBe('E_STORAGE_DAMAGED');
    });
  });
});
