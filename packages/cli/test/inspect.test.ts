import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Place } from './gdn.ts';
import { gdn, inPlace } from './shared-gdn.ts';
import { anyNumber, anyText } from './matchers.ts';
import { testBundle } from './test-bundle.ts';

const turnSchema = z.looseObject({ turnId: z.string(), traceId: z.string() });

async function workspaceOf({ root }: Place): Promise<string> {
  const folder = join(root, 'state', 'workspaces');
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

describe('gdn trace', () => {
  test('shows a turn of two steps as a tree, and as spans with --json', async () => {
    await inPlace(testBundle, async (place) => {
      const run = await gdn(place, ['run', '--input', 'add 1 2', '--json']);
      const { turnId, traceId } = turnSchema.parse(JSON.parse(run.stdout));
      const { code, stdout, stderr } = await gdn(place, ['trace', 'last']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.replace(/\d+ ms/g, 'N ms').replace(/ *[▇▏]+$/gm, '');
      expect(lines).toBe(
        [
          `hello  turn ${turnId}  N ms  134 tok`,
          '├─ step 1  N ms  model script',
          '│  └─ probe__add  {"left":1,"right":2}  N ms',
          '└─ step 2  N ms  model script',
          '',
        ].join('\n'),
      );
      const place0 = { traceId, spanId: anyText, agentName: 'hello', turnId, status: 'ok' };
      const times = { startedAt: anyText, durationMs: anyNumber };
      for (const id of ['last', turnId, traceId]) {
        const spans = await gdn(place, ['trace', id, '--json']);
        expect(JSON.parse(spans.stdout)).toMatchObject([
          { ...place0, ...times, name: 'turn', parentSpanId: null, toolName: null },
          { ...place0, ...times, name: 'step 1', parentSpanId: anyText, toolName: null },
          { ...place0, ...times, name: 'probe__add', toolName: 'probe__add' },
          { ...place0, ...times, name: 'step 2' },
        ]);
      }
    });
  });

  test('a failed call and a failed turn say why', async () => {
    await inPlace(testBundle, async (place) => {
      await gdn(place, ['run', '--input', 'fail']);
      expect((await gdn(place, ['trace', 'last'])).stdout).toContain('error E_TOOL on purpose');
      await gdn(place, ['run', '--input', 'unheard']);
      expect((await gdn(place, ['trace', 'last'])).stdout).toContain('E_MODEL_SCRIPT');
    });
  });

  test('what is not on record is not found, and a damaged file is named', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['trace', 'last'])).stderr).toContain('no turn is on record');
      await gdn(place, ['run', '--input', 'hello']);
      expect((await gdn(place, ['trace', 'nope'])).stderr).toContain('E_AGENT_TURN_NOT_FOUND');
      expect((await gdn(place, ['trace', 'last', '-C', 'nope'])).code).toBe(3);
      const folder = join(await workspaceOf(place), 'agents', 'hello');
      for (const name of await readdir(folder))
        if (name.startsWith('journal')) await writeFile(join(folder, name), 'x'.repeat(9000));
      const { code, stderr } = await gdn(place, ['trace', 'last']);
      expect(code).toBe(1);
      expect(stderr).toContain('E_STORAGE_DAMAGED');
      expect(stderr).toContain(join(folder, 'journal.db'));
    });
  });
});

describe('gdn instance', () => {
  test('list, show and delete', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['instance', 'list'])).stdout).toContain('no conversation is on record');
      await gdn(place, ['run', '--input', 'add 1 2']);
      await gdn(place, ['run', '--input', 'hello', '--instance-key', 'alice']);
      await gdn(place, ['run', '--input', 'hello', '--instance-key', 'alice', '--agent', 'idle']);
      expect(
        JSON.parse((await gdn(place, ['instance', 'list', '--agent', 'hello', '--json'])).stdout),
      ).toMatchObject([
        { agent: 'hello', instanceKey: 'alice', messages: 2, openTurns: 0, finishedTurns: 1 },
        { agent: 'hello', instanceKey: 'default', messages: 4 },
      ]);
      expect((await gdn(place, ['instance', 'show', 'default'])).stdout).toContain('assistant  It is 3.');
      expect((await gdn(place, ['instance', 'show', 'alice'])).code).toBe(2);
      expect((await gdn(place, ['instance', 'show', 'alice', '--agent', 'idle'])).code).toBe(0);
      expect((await gdn(place, ['instance', 'show', 'defualt'])).stderr).toContain("Did you mean 'default'?");
      const deleted = await gdn(place, ['instance', 'delete', 'default', '--json']);
      expect(JSON.parse(deleted.stdout)).toEqual({
        agent: 'hello',
        instanceKey: 'default',
        deleted: true,
        turns: 1,
      });
      expect((await gdn(place, ['instance', 'delete', 'default'])).stderr).toContain(
        'E_AGENT_INSTANCE_NOT_FOUND',
      );
      await gdn(place, ['run', '--input', 'danger']);
      expect((await gdn(place, ['instance', 'delete', 'default'])).stderr).toContain('E_AGENT_INSTANCE_OPEN');
      expect((await gdn(place, ['instance', 'delete', 'default', '--force'])).code).toBe(0);
    });
  });
});

describe('gdn logs', () => {
  test('prints the last lines of each agent, and says when there is none', async () => {
    await inPlace(testBundle, async (place) => {
      expect((await gdn(place, ['logs'])).stdout).toContain('no agent has logged anything');
      expect((await gdn(place, ['logs', '--agent', 'hello'])).stdout).toContain(
        "agent 'hello' has not logged",
      );
      await gdn(place, ['run', '--input', 'hello']);
      const folder = join(await workspaceOf(place), 'agents');
      await appendFile(join(folder, 'hello', 'agent.log'), 'one\ntwo\nthr\u001B[2Jee\n');
      expect((await gdn(place, ['logs', '--lines', '2'])).stdout).toBe('two\nthr·[2Jee\n');
      await mkdir(join(folder, 'idle'));
      await writeFile(join(folder, 'idle', 'agent.log'), 'four');
      expect((await gdn(place, ['logs', '--lines', '1'])).stdout).toBe('hello  thr·[2Jee\nidle  four\n');
      expect(JSON.parse((await gdn(place, ['logs', '--agent', 'idle', '--json'])).stdout)).toMatchObject([
        { agent: 'idle', lines: ['four'] },
      ]);
    });
  });
});
