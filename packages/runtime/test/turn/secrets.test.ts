import { describe, expect, test } from 'bun:test';
import { localTest } from '../engine-suite/test-engine.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pending, type ExtensionApi, type ToolDefinition } from '@goondan/core';
import { inputEvent } from '../../src/swarm/input-event.ts';
import { openSwarm } from '../../src/swarm/open-swarm.ts';
import { secretForms } from '../../src/secret/secret-forms.ts';
import { wireEnv, wireKey, wireProviders } from '../model/wire/wire-providers.ts';
import type { AgentParts } from './support/agent-with.ts';
import { asks, call, fakeModel, says, type Answer } from './support/fake-model.ts';
import { memoryConsole } from './support/memory-console.ts';
import { writeWireBundle } from './support/wire-bundle.ts';
import { inStateRoot, World } from './support/world.ts';
import { testKey } from './support/test-key.ts';
import { textOf } from './support/text-of.ts';

const key = testKey;
const secrets = [{ name: 'TEST_KEY', value: key }];
const forms = [...secretForms(key)].filter(({ length }) => length >= 6);

/** Where below a folder the key is written in any form, as `file: form`. */
async function findIn(folder: string, needles: readonly string[] = forms): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const bytes = await readFile(join(parentPath, name));
        return needles.filter((form) => bytes.includes(form)).map((form) => `${name}: ${form}`);
      }),
  );
  return found.flat();
}

/** Lives with an agent that knows a secret, and sees to it that nobody else comes to know it. */
async function keepSecret(parts: AgentParts, live: (world: World) => Promise<unknown>): Promise<void> {
  await inStateRoot(async (stateRoot) => {
    const { logger, text } = memoryConsole();
    const world = await World.open({ ...parts, secrets, logger }, { stateRoot });
    const shown = JSON.stringify((await live(world)) ?? null);
    // While it is open, so that the write-ahead log is there, and after it has been closed.
    const whileOpen = await findIn(stateRoot);
    await world.stop();
    const told = JSON.stringify(world.told);
    const places = {
      whileOpen,
      files: await findIn(stateRoot),
      told: forms.filter((form) => told.includes(JSON.stringify(form).slice(1, -1)) || told.includes(form)),
      shown: forms.filter((form) => shown.includes(form)),
      logged: forms.filter((form) => text().includes(form)),
    };
    expect(places).toEqual({ whileOpen: [], files: [], told: [], shown: [], logged: [] });
  });
}

const once = (name: string, input = {}): Answer[] => [asks(call('a', name, input)), says('done')];

describe('SPEC §12: a known secret', () => {
  localTest('the check can fail: an agent that is told of none writes it down', async () => {
    await inStateRoot(async (stateRoot) => {
      const world = await World.open({ model: fakeModel(says('done')) }, { stateRoot });
      await world.ask(`my key is ${key}`);
      expect(await findIn(stateRoot)).not.toEqual([]);
      await world.stop();
      expect(await findIn(stateRoot)).not.toEqual([]);
    });
  });

  test('that a tool returns, in keys, texts and encodings', async () => {
    const tool: ToolDefinition = {
      name: 'leak__it',
      handler: () => ({
        key,
        [key]: [key, { deep: `Bearer ${key}` }],
        json: JSON.stringify({ key }),
        url: `https://example.com/?k=${encodeURIComponent(key)}`,
        base64: Buffer.from(`user:${key}`).toString('base64'),
      }),
    };
    const model = fakeModel(...once('leak__it'));
    await keepSecret({ model, tools: [tool] }, (world) => world.ask('go'));
    expect(JSON.stringify(model.requests)).toContain('[secret TEST_KEY]');
  });

  test('that a tool throws, in message, name and suggestion', async () => {
    const tool: ToolDefinition = {
      name: 'leak__it',
      handler: () => {
        throw Object.assign(new Error(`401 for ${key}`), { name: key, suggestion: `use ${key}` });
      },
    };
    await keepSecret({ model: fakeModel(...once('leak__it')), tools: [tool] }, (world) => world.ask('go'));
  });

  test('that a tool logs', async () => {
    const tool: ToolDefinition = {
      name: 'leak__it',
      handler: ({ logger }) => {
        logger.log(key);
        logger.error(new Error(key));
        logger.warn('%s', key, { key: [key] });
        return null;
      },
    };
    await keepSecret({ model: fakeModel(...once('leak__it')), tools: [tool] }, (world) => world.ask('go'));
  });

  test('that a tool returns in an output too large for the model: nor in the file of it', async () => {
    const tool: ToolDefinition = {
      name: 'leak__it',
      handler: () => `${key} ${'x'.repeat(200_000)} ${key} ${'y'.repeat(200_000)} ${key}`,
    };
    await keepSecret({ model: fakeModel(...once('leak__it')), tools: [tool] }, (world) => world.ask('go'));
  });

  test('that the user types', async () => {
    const model = fakeModel(says('done'));
    await keepSecret({ model }, async (world) => [
      await world.ask(`my key is ${key}`),
      await world.ask({ [key]: key }),
    ]);
  });

  test('that the model says, in words and in arguments', async () => {
    const model = fakeModel(asks(call('a', 'echo__say', { token: key })), says(`it is ${key}`));
    const tool: ToolDefinition = { name: 'echo__say', handler: (_context, input) => input };
    await keepSecret({ model, tools: [tool] }, (world) => world.ask('go'));
  });

  test('that a failing model names', async () => {
    const model = fakeModel(() => Promise.reject(new Error(`bad key ${key}`)));
    await keepSecret({ model }, (world) => world.ask('go'));
  });

  test('that middleware puts into messages, state, metadata, effects and answers', async () => {
    const extensions = {
      leaky: ({ pipeline, state }: ExtensionApi) => {
        pipeline.register('turn', async (context) => {
          await state.set('key', { key });
          await context.once('fetch', () => key);
          context.emitMessageEvent({ type: 'append', message: message('t') });
          const result = await context.next();
          return { ...result, output: `${textOf(result.output)} ${key}` };
        });
        pipeline.register('step', async (context) => {
          await state.set('step', key);
          await context.once('fetch', () => ({ key }));
          context.emitMessageEvent({ type: 'append', message: message('s') });
          if (context.stepIndex === 1) return { text: `from ${key}`, toolCalls: [], toolResults: [] };
          return context.next();
        });
        pipeline.register('toolCall', async (context) => {
          await state.set('call', key);
          context.args = { ...context.args, key };
          return context.next();
        });
      },
    };
    const message = (id: string) => ({
      id,
      data: { role: 'user' as const, content: `psst: ${key}` },
      metadata: { key },
      createdAt: new Date(0),
      source: { type: 'extension' as const, extensionName: 'leaky' },
    });
    const tool: ToolDefinition = { name: 'echo__say', handler: (_context, input) => input };
    const model = fakeModel(...once('echo__say'));
    await keepSecret({ model, tools: [tool], extensions }, (world) => world.ask('go'));
  });

  test('that middleware throws, of any kind', async () => {
    for (const kind of ['turn', 'step', 'toolCall'] as const) {
      const fail = () => Promise.reject(new Error(`no luck with ${key}`));
      const extensions = {
        leaky: ({ pipeline }: ExtensionApi) => {
          if (kind === 'turn') pipeline.register('turn', fail);
          else if (kind === 'step') pipeline.register('step', fail);
          else pipeline.register('toolCall', fail);
        },
      };
      const tool: ToolDefinition = { name: 'echo__say', handler: () => null };
      const model = fakeModel(...once('echo__say'));
      await keepSecret({ model, tools: [tool], extensions }, (world) => world.ask('go'));
    }
  });

  test('that a held call is about, and that the person who answers writes', async () => {
    const got: unknown[] = [];
    const tool: ToolDefinition = {
      name: 'echo__say',
      handler: (_context, input) => {
        got.push(input);
        return input;
      },
    };
    const extensions = {
      signer: ({ pipeline }: ExtensionApi) => {
        pipeline.register('toolCall', (context) => {
          context.args = { ...context.args, token: key };
          return context.next();
        });
      },
    };
    const policy = { tools: { approvals: [{ tool: 'echo__say', args: { token: '.' } }] } };
    const model = fakeModel(asks(call('a', 'echo__say')), asks(call('b', 'echo__say')), says('done'));
    await keepSecret({ model, tools: [tool], extensions, policy }, async (world) => {
      const turnId = await world.send('go');
      await world.engine.complete(await world.heldHandle(1), { decision: 'approve' });
      await world.engine.complete(await world.heldHandle(2), { decision: 'deny', note: `not with ${key}` });
      return world.engine.attach(turnId);
    });
    // The handler itself was given what the middleware gave it.
    expect(got).toEqual([{ token: key }]);
  });

  test('that a completion brings, and a cancellation names', async () => {
    const tool: ToolDefinition = { name: 'job__start', handler: () => pending('job-1') };
    const model = fakeModel(...once('job__start'));
    await keepSecret({ model, tools: [tool] }, async (world) => {
      await world.ask('go');
      await world.engine.complete('job-1', { token: key });
      await world.until('turn.completed', 2);
      const turnId = await world.send('more');
      await world.engine.cancel(turnId, `because of ${key}`);
      return world.engine.attach(turnId);
    });
  });

  test('of a bundle, through openSwarm: the declared API key of its model', async () => {
    const [provider] = wireProviders;
    if (provider === undefined) throw new Error('There are providers.');
    const ways = ['return', 'throw', 'big'];
    const wire = await provider.start([
      { calls: ways.map((how) => ({ id: how, name: 'calc__leak', args: { how } })) },
      { text: `your key is ${wireKey}` },
    ]);
    const { logger, text } = memoryConsole();
    Reflect.set(globalThis, 'wireKeyOfTest', wireKey);
    try {
      await inStateRoot(async (root) => {
        const bundleRoot = await writeWireBundle(root, provider.model(wire.endpoint));
        const stateRoot = join(root, 'state');
        const swarm = await openSwarm({ bundleRoot, stateRoot, env: wireEnv, logger, processes: 'none' });
        const told: unknown[] = [];
        swarm.engine.observe((event) => told.push(event));
        await swarm.engine.start();
        const outcome = await swarm.engine.request(
          { agent: 'adder', instanceKey: 'k' },
          inputEvent(`I typed ${wireKey}`),
        );
        expect(outcome.status).toBe('completed');
        expect(outcome.toolCalls).toHaveLength(3);
        expect(await findIn(stateRoot, [wireKey])).toEqual([]);
        await swarm.close();
        expect(await findIn(stateRoot, [wireKey])).toEqual([]);
        for (const shown of [JSON.stringify(told), JSON.stringify(outcome), text()])
          expect(shown).not.toContain(wireKey);
        expect(text()).toContain('the key is');
        expect(wire.requests.map(({ text: sent }) => sent).join()).not.toContain(wireKey);
      });
    } finally {
      Reflect.deleteProperty(globalThis, 'wireKeyOfTest');
      await wire.close();
    }
  });
});
