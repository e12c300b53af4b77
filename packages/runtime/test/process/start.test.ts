import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentJournal } from '../../src/engine/local/agent-journal.ts';
import { OfflineJournal } from '../../src/engine/local/process/offline-journal.ts';
import { rehearse } from '../../src/engine/local/process/rehearsal.ts';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { workspaceLayout } from '../../src/workspace/layout.ts';
import { failureOf } from '../engine/open-engine.ts';
import type { ProcessBundle } from './support/process-bundle.ts';
import { addressOf, inFolder, until, withProcesses } from './support/process-world.ts';

const plain: ProcessBundle = {
  agents: [{ name: 'worker', extensions: ['note'] }],
  exports: [{ name: 'libraries' }],
  handlers: `
    const library = /node_modules\\/(zod|yaml|ai|@ai-sdk\\/[^/]+|@modelcontextprotocol\\/[^/]+)\\//;
    export const handlers = {
      libraries: () => Object.keys(require.cache).flatMap((file) => library.exec(file)?.[1] ?? []),
    };`,
  extensions: {
    note: `
      export const register = (api) => api.pipeline.register('turn', async (context) => {
        const { instanceKey } = context.inputEvent;
        const result = await context.next();
        return { ...result, output: instanceKey + ' ' + result.output };
      });`,
  },
};

function pidOf(status: readonly { readonly pid: number | null }[]): number {
  const pid = status[0]?.pid ?? null;
  if (pid === null) throw new Error('There is no process.');
  return pid;
}

describe('the start of an agent process', () => {
  test('its memory is not spent on what reads YAML or asks providers', async () => {
    await withProcesses(plain, async ({ ask }) => {
      const { toolCalls } = await ask('worker', 'libraries');
      expect(toolCalls.map(({ result }) => result.output)).toEqual([[]]);
    });
  });

  test('COMM-2: an event sent while the process starts is accepted, and handled like one sent later', async () => {
    await withProcesses(plain, async ({ engine, ask }) => {
      const { turnId } = await engine.send(addressOf('worker/early'), inputEvent('echo now'));
      expect((await engine.attach(turnId)).output).toBe('early now');
      expect((await ask('worker/late', 'echo then')).output).toBe('late then');
    });
  });

  test('COMM-2: what was accepted while the process started outlives that process', async () => {
    await withProcesses(plain, async ({ engine }) => {
      const { turnId } = await engine.send(addressOf('worker/early'), inputEvent('echo still here'));
      process.kill(pidOf(engine.status()), 'SIGKILL');
      expect((await engine.attach(turnId)).output).toBe('early still here');
    });
  });

  test('events sent while the process starts are handled in the order they were sent, with those that follow', async () => {
    await withProcesses(plain, async ({ engine }) => {
      const sent: Promise<{ readonly turnId: string }>[] = [];
      const began: string[] = [];
      engine.observe((event) => {
        if (event.type === 'turn.started') began.push(event.turnId);
      });
      for (let index = 0; index < 40; index += 1) {
        sent.push(engine.send(addressOf('worker/one'), inputEvent(`echo ${index}`)));
        if (index % 10 === 9) await sent.at(-1);
      }
      const turnIds = (await Promise.all(sent)).map(({ turnId }) => turnId);
      await until(() => began.length === turnIds.length);
      expect(began).toEqual(turnIds);
    });
  });

  test('an event that could not be read again is not written down for the process either', async () => {
    await inFolder(async (root) => {
      const path = join(root, 'journal.db');
      const offline = new OfflineJournal(path);
      const event = { ...inputEvent('hello'), createdAt: 5 };
      const turn = { instanceKey: 'a', turnId: 't', event, options: {} };
      const refused = await failureOf(
        Promise.resolve(Reflect.apply(Reflect.get(offline, 'accept'), offline, [turn])),
      );
      expect(String(refused)).toContain('createdAt: must be a text');
      offline.close();
      const journal = new AgentJournal(path, { isReadOnly: true });
      expect([...journal.instances()]).toEqual([]);
      journal.close();
    });
  });
});

describe('a spare', () => {
  test('plays the life of an agent to its end, and leaves nothing of it behind', async () => {
    await inFolder(async (root) => {
      expect(await rehearse(join(root, 'rehearsal'))).toBe(true);
      expect(readdirSync(root)).toEqual([]);
    });
  });

  test('that cannot rehearse says so and does no harm', async () => {
    await inFolder(async (root) => {
      const file = join(root, 'file');
      await Bun.write(file, 'mine');
      expect(await rehearse(join(file, 'rehearsal'))).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe('mine');
    });
  });

  test('is an agent like any other when it is called away from its rehearsal', async () => {
    await withProcesses(plain, async ({ ask, bundleRoot, stateRoot }) => {
      const spill = join(workspaceLayout(stateRoot, bundleRoot).folder, 'spill');
      const isRehearsing = (): boolean =>
        existsSync(spill) && readdirSync(spill).some((child) => existsSync(join(spill, child, 'rehearsal')));
      mkdirSync(spill, { recursive: true });
      await until(isRehearsing);
      expect((await ask('worker/a', 'echo here')).output).toBe('a here');
      await until(() => !isRehearsing());
    });
  });
});
