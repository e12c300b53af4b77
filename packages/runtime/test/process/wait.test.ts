import { describe, expect, test } from 'bun:test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@goondan/core';
import { RecordLog } from '@goondan/runtime/storage';
import { callsOf, inFolder, isAlive, openWorld, pidsIn, until } from './support/process-world.ts';
import { runSwarm } from './support/run-swarm.ts';

const module = `
  import { appendFileSync } from 'node:fs';
  export const handlers = { mark: (_, { path }) => { appendFileSync(path, process.pid + '\\n'); return 'marked'; } };`;

/** A bundle whose agent marks a file, waits by the stock tool as the input says, and answers. Limits of tools are far below the wait. */
async function writeWaitBundle(root: string): Promise<void> {
  const rules = [
    {
      when: { user: '^long (\\S+)$' },
      calls: [
        { tool: 'probe__mark', args: { path: '{{match.1}}' } },
        { tool: 'wait__for', args: { seconds: 3.5, ms: 500 } },
      ],
    },
    { when: { user: '^short$' }, calls: [{ tool: 'wait__for', args: { ms: 1000 } }] },
    { when: { user: '^until (\\S+)$' }, calls: [{ tool: 'wait__until', args: { time: '{{match.1}}' } }] },
    { text: 'done' },
  ];
  const documents = [
    { kind: 'Model', name: 'script', spec: { provider: 'scripted', model: 'script', options: { rules } } },
    { kind: 'Tool', name: 'probe', spec: { entry: './probe.ts', exports: [{ name: 'mark' }] } },
    {
      kind: 'Agent',
      name: 'worker',
      spec: { modelConfig: { modelRef: 'Model/script' }, tools: ['Tool/probe', 'Tool/wait'] },
    },
    {
      kind: 'Swarm',
      name: 'swarm',
      spec: {
        entryAgent: 'worker',
        agents: ['worker'],
        policy: { tools: { timeoutMs: 500, maxTimeoutMs: 500 } },
      },
    },
  ];
  await mkdir(join(root, 'bundle'), { recursive: true });
  await writeFile(join(root, 'bundle/probe.ts'), module);
  await writeFile(
    join(root, 'bundle/goondan.yaml'),
    documents
      .map(({ kind, name, spec }) =>
        JSON.stringify({ apiVersion: 'goondan.ai/v1', kind, metadata: { name }, spec }),
      )
      .join('\n---\n'),
  );
}

/** Until when the waits in the agent's journal last, as they were recorded. */
async function recordedWaits(root: string): Promise<number[]> {
  const glob = new Bun.Glob('**/journal.db');
  const files = await Array.fromAsync(glob.scan({ cwd: join(root, 'state'), dot: true, absolute: true }));
  return files.flatMap((file) => {
    const log = new RecordLog(file, { isReadOnly: true });
    try {
      const records = log.streams().flatMap((stream) => log.read(stream));
      return records.flatMap(({ value }) => untilOf(value));
    } finally {
      log.close();
    }
  });
}

function untilOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(untilOf);
  if (!isRecord(value)) return [];
  const { until: moment } = value;
  return typeof moment === 'number' ? [moment] : Object.values(value).flatMap(untilOf);
}

async function oneWait(root: string): Promise<number> {
  let waits: number[] = [];
  await until(async () => {
    // The journal is there once the agent's process has made it.
    waits = await recordedWaits(root).catch(() => []);
    return waits.length > 0;
  });
  expect(waits).toHaveLength(1);
  return waits[0] ?? Number.NaN;
}

describe('the stock tool wait in a swarm of processes', () => {
  test('a wait cut off by kill -9 of everything goes on to the same moment, and what was done before it is not done again', async () => {
    await inFolder(async (root) => {
      await writeWaitBundle(root);
      const marks = join(root, 'marks');
      let moment = 0;
      await runSwarm({ root, events: [`worker/a long ${marks}`] }, async (child) => {
        await until(() => pidsIn(marks).length === 1);
        moment = await oneWait(root);
        child.kill('SIGKILL');
        await child.exited;
        await until(() => !pidsIn(marks).some(isAlive));
      });
      const world = await openWorld(root);
      await world.engine.start();
      try {
        const [open] = world.engine.resume();
        const outcome = await world.engine.attach(open?.turnId ?? '');
        expect(callsOf(outcome)).toEqual(['ok', 'ok']);
        expect(outcome.toolCalls[1]?.result.output).toEqual({ waitedMs: 4000 });
        // Neither shorter than the first attempt was to take, nor begun anew: there is one moment in the record.
        expect(Date.now()).toBeGreaterThanOrEqual(moment);
        const later = await recordedWaits(root);
        expect(later.filter((other) => other !== moment)).toEqual([]);
        expect(pidsIn(marks)).toHaveLength(1);
      } finally {
        await world.engine.stop();
      }
    });
  }, 60_000);

  test('a moment that passed while nothing ran ends the wait at once, and TIME-1: no limit of tools cuts a wait', async () => {
    await inFolder(async (root) => {
      await writeWaitBundle(root);
      const time = new Date(Date.now() + 5000).toISOString();
      await runSwarm({ root, events: [`worker/a until ${time}`] }, async (child) => {
        await oneWait(root);
        child.kill('SIGKILL');
        await child.exited;
      });
      await until(() => Date.now() > Date.parse(time));
      const world = await openWorld(root);
      await world.engine.start();
      try {
        const [open] = world.engine.resume();
        const outcome = await world.engine.attach(open?.turnId ?? '');
        expect(callsOf(outcome)).toEqual(['ok']);
        expect(outcome.toolCalls[0]?.result.output).toMatchObject({ time });
        // The limit of all tools here is 500 ms.
        expect(callsOf(await world.ask('worker/b', 'short'))).toEqual(['ok']);
      } finally {
        await world.engine.stop();
      }
    });
  }, 60_000);
});
