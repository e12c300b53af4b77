import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { isRecord, type JsonObject, type JsonValue } from '@goondan/core';
import { inputEvent, openSwarm, type Swarm } from '@goondan/runtime';
import { modernServer } from './modern-server.ts';
import { npmServer } from './npm-servers.ts';
import { waitUntil } from './wait-until.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'goondan-mcp-swarm-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const to = { agent: 'a', instanceKey: 'default' };

async function writeBundle(servers: JsonObject, rules: readonly JsonValue[], isOn = true): Promise<void> {
  const documents = [
    {
      kind: 'Model',
      metadata: { name: 'm' },
      spec: { provider: 'scripted', model: 'm', options: { rules } },
    },
    {
      kind: 'Agent',
      metadata: { name: 'a' },
      spec: {
        modelConfig: { modelRef: 'Model/m' },
        extensions: [{ ref: 'Extension/mcp', config: { servers } }],
      },
    },
    {
      kind: 'Swarm',
      metadata: { name: 's' },
      spec: { entryAgent: 'a', agents: ['a'], policy: { tools: { features: { mcp_tools: isOn } } } },
    },
  ];
  const texts = documents.map((document) => JSON.stringify({ apiVersion: 'goondan.ai/v1', ...document }));
  await writeFile(join(root, 'goondan.yaml'), texts.join('\n---\n'));
}

async function started(processes: 'none' | 'once', idleMs?: number): Promise<Swarm> {
  const swarm = await openSwarm({
    ...(idleMs === undefined ? {} : { idleMs }),
    bundleRoot: root,
    stateRoot: join(root, '.goondan'),
    processes,
    logs: 'files',
  });
  await swarm.engine.start();
  return swarm;
}

/** The handle of the question with that message, once it is asked. */
function questionOf(swarm: Swarm, message: string): Promise<string> {
  return new Promise((resolve) => {
    swarm.engine.observe((event) => {
      if (event.type !== 'tool.held') return;
      const { handle, question } = event.attributes ?? {};
      const isMeant = isRecord(question) && question['server'] === 'new' && question['message'] === message;
      if (isMeant && typeof handle === 'string') resolve(handle);
    });
  });
}

test.each(['none', 'once'] as const)(
  'MCP-1: an agent of a bundle finds Extension/mcp by name and calls a tool of a server from npm (processes: %s)',
  async (processes) => {
    await writeBundle({ all: npmServer('everything') }, [
      { when: { after: 'all__echo' }, text: 'It said: {{result}}' },
      { when: { user: '.' }, calls: [{ tool: 'all__echo', args: { message: 'hi' } }] },
    ]);
    const swarm = await started(processes);
    try {
      const outcome = await swarm.engine.request(to, inputEvent('go'));
      expect(outcome).toMatchObject({ status: 'completed', output: 'It said: Echo: hi' });
    } finally {
      await swarm.close();
    }
  },
);

test('POL-3: with mcp_tools off the agent has none of the tools, and says nothing against it', async () => {
  await writeBundle({ all: npmServer('everything') }, [{ when: { user: '.' }, text: 'no tools' }], false);
  const swarm = await openSwarm({ bundleRoot: root, stateRoot: join(root, '.goondan'), processes: 'none' });
  try {
    expect(await swarm.registryOf('a')).toEqual([]);
  } finally {
    await swarm.close();
  }
});

test('PEND-3: a question of a server holds the turn, is answered after a restart, and the call goes on', async () => {
  await writeBundle({ new: modernServer() }, [
    { when: { after: 'new__greet' }, text: 'It said: {{result}}' },
    { when: { user: '.' }, calls: [{ tool: 'new__greet', args: {} }] },
  ]);
  const first = await started('once');
  const asked = questionOf(first, 'Who?');
  const { turnId } = await first.engine.send(to, inputEvent('go'));
  const handle = await asked;
  await first.close();
  const second = await started('once');
  try {
    const next = questionOf(second, 'Sure?');
    await second.engine.resume();
    await second.engine.complete(handle, 'Ada');
    await second.engine.complete(await next, { sure: true });
    const { output } = await second.engine.attach(turnId);
    expect(output).toContain('"name":"Ada"');
    expect(output).toContain('"sure":true');
  } finally {
    await second.close();
  }
});

test.each(['trusted', 'strange'] as const)(
  'PEND-3: what a server of 2025-11-25 asked when our process ended is asked again only where it may be called again (%s)',
  async (kind) => {
    const trust = kind === 'trusted';
    const starts = join(root, 'starts');
    const file = join(import.meta.dir, 'asking-server-run.ts');
    const args = ['--no-install', file, `--starts=${starts}`];
    await writeBundle({ new: { command: process.execPath, args, trust } }, [
      { when: { after: 'new__greet', status: 'ok' }, text: 'It said: {{result}}' },
      { when: { after: 'new__greet' }, text: 'It failed: {{result.code}} {{result.suggestion}}' },
      { when: { user: '.' }, calls: [{ tool: 'new__greet', args: {} }] },
    ]);
    const first = await started('once');
    const who = questionOf(first, 'Who?');
    const { turnId } = await first.engine.send(to, inputEvent('go'));
    const sure = questionOf(first, 'Sure?');
    await first.engine.complete(await who, 'Ada');
    const handle = await sure;
    await first.close();
    const second = await started('once');
    try {
      await second.engine.resume();
      await second.engine.complete(handle, 'yes');
      const { output } = await second.engine.attach(turnId);
      const calls = (await Bun.file(starts).text()).trim().split('\n').length;
      if (trust) {
        const [name, certain] = [{ name: 'Ada' }, { sure: 'yes' }].map((content) => ({
          action: 'accept',
          content,
        }));
        expect({ output, calls }).toEqual({
          output: `It said: ${JSON.stringify([name, certain])}`,
          calls: 2,
        });
      } else {
        expect(output).toContain('It failed: E_MCP_LOST Call the tool again, unless');
        expect(calls).toBe(1);
      }
    } finally {
      await second.close();
    }
  },
);

test('an agent with a task under way is not put to sleep before its result is there', async () => {
  const done = join(root, 'done');
  await writeBundle({ new: modernServer(done) }, [
    { when: { user: 'has ended' }, text: 'noted' },
    { when: { after: 'new__job' }, text: 'it runs' },
    { when: { user: '.' }, calls: [{ tool: 'new__job', args: {} }] },
  ]);
  const swarm = await started('once', 50);
  try {
    let ended = 0;
    swarm.engine.observe((event) => {
      if (event.type === 'turn.completed') ended += 1;
    });
    expect(await swarm.engine.request(to, inputEvent('go'))).toMatchObject({ output: 'it runs' });
    const [{ pid } = { pid: null }] = await swarm.engine.status();
    // Each is 50 ms after the one before: an agent with nothing to do would be asleep.
    await waitUntil(
      async () =>
        (
          await Bun.file(`${done}.asked`)
            .text()
            .catch(() => '')
        ).length > 6,
    );
    expect(await swarm.engine.status()).toMatchObject([{ state: 'running', pid }]);
    await writeFile(done, '');
    await waitUntil(() => ended === 2);
  } finally {
    await swarm.close();
  }
});

test('PEND-2: the result of a task comes to the conversation as an event, also after a restart', async () => {
  const done = join(root, 'done');
  await writeBundle({ new: modernServer(done) }, [
    { when: { user: 'has ended' }, text: 'noted' },
    { when: { after: 'new__job' }, text: 'it runs' },
    { when: { user: 'wake' }, text: 'awake' },
    { when: { user: '.' }, calls: [{ tool: 'new__job', args: {} }] },
  ]);
  const first = await started('once');
  expect(await first.engine.request(to, inputEvent('go'))).toMatchObject({ output: 'it runs' });
  await first.close();
  await writeFile(done, '');
  const second = await started('once');
  try {
    let ended = 0;
    second.engine.observe((event) => {
      if (event.type === 'turn.completed') ended += 1;
    });
    await second.engine.request(to, inputEvent('wake up'));
    await waitUntil(() => ended === 2);
  } finally {
    await second.close();
  }
});
