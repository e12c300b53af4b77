import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';
import { createAgentModel } from '@goondan/runtime/model';
import { ask, withWire } from './ask.ts';
import { startAnthropicWire } from './wire/anthropic-wire.ts';
import { startOpenAiWire } from './wire/openai-wire.ts';
import { modelResource, wireEnv, wireKey, wireProviders } from './wire/wire-providers.ts';

type Spec = ModelResource['spec'];

function create(
  spec: Spec,
  params?: JsonObject,
  named: (name: string) => ModelResource | undefined = () => undefined,
) {
  return createAgentModel(modelResource(spec), {
    env: wireEnv,
    bundleRoot: '/nowhere',
    modelNamed: named,
    ...(params === undefined ? {} : { params }),
  });
}

const scripted: Spec = {
  provider: 'scripted',
  model: 'rules',
  options: { rules: [{ when: { user: '^hi$' }, text: 'ho ho' }] },
};

describe('MODEL: a Model of a bundle', () => {
  test('that is scripted answers from its rules, streamed', async () => {
    const model = create(scripted);
    const { answer, deltas } = await ask(model, { messages: [{ role: 'user', content: 'hi' }] });
    expect(answer).toMatchObject({ parts: [{ type: 'text', text: 'ho ho' }], modelId: 'rules' });
    expect(deltas.map(({ text }) => text)).toEqual(['ho', ' ho']);
    expect(model).toMatchObject({ provider: 'scripted', modelId: 'rules' });
  });

  test('that is scripted says in its own words that no rule fits, and is not asked again', async () => {
    const { error, retries } = await ask(create(scripted));
    expect(error?.code).toBe('E_MODEL_SCRIPT');
    expect(error?.message).toBe('No rule of the script answers "what is 2+3*4?".');
    expect(retries).toEqual([]);
  });

  test('is given the params of its agent', async () => {
    const wire = await startOpenAiWire([{ text: 'ok' }]);
    try {
      const spec: Spec = { provider: 'openai-compatible', model: 'llama', endpoint: wire.endpoint };
      await ask(
        create(spec, { temperature: 0, maxOutputTokens: 9, stopSequences: ['끝'], seed: 7, topP: 0.5 }),
      );
      expect(wire.requests[0]?.body).toMatchObject({
        temperature: 0,
        max_tokens: 9,
        stop: ['끝'],
        seed: 7,
        top_p: 0.5,
      });
      expect(wire.requests[0]?.headers.authorization).toBeUndefined();
    } finally {
      await wire.close();
    }
  });

  test('hands the options it does not know to the provider, those of the agent over its own', async () => {
    const wire = await startAnthropicWire([{ text: 'ok' }]);
    try {
      const spec: Spec = {
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        endpoint: wire.endpoint,
        apiKey: { value: wireKey },
        options: {
          headers: { 'x-team': 'goondan' },
          thinking: { type: 'enabled', budgetTokens: 1024 },
          providerOptions: { anthropic: { disableParallelToolUse: false } },
        },
      };
      await ask(create(spec, { providerOptions: { anthropic: { disableParallelToolUse: true } } }));
      expect(wire.requests[0]).toMatchObject({
        headers: { 'x-team': 'goondan', 'x-api-key': wireKey },
        body: { thinking: { budget_tokens: 1024 }, tool_choice: { disable_parallel_tool_use: true } },
      });
    } finally {
      await wire.close();
    }
  });

  test('of openai keeps its conversation to itself unless told otherwise', async () => {
    const provider = wireProviders.find(({ title }) => title === 'openai by responses');
    if (provider === undefined) throw new Error('no such provider');
    for (const store of [false, true]) {
      await withWire(
        provider,
        [{ text: 'ok' }],
        async ({ ask: asking, wire }) => {
          await asking();
          expect(wire.requests[0]).toMatchObject({ path: '/v1/responses', body: { store } });
        },
        store ? { store } : {},
      );
    }
  });

  test('masks the key in headers, too', async () => {
    const wire = await startOpenAiWire([{ status: 401, message: 'no: Basic c2VjcmV0' }]);
    try {
      const options = { headers: { authorization: 'Basic c2VjcmV0' } };
      const spec: Spec = { provider: 'openai-compatible', model: 'llama', endpoint: wire.endpoint, options };
      const { error } = await ask(create(spec));
      expect(wire.requests[0]?.headers.authorization).toBe('Basic c2VjcmV0');
      expect(error?.message).toContain('no: [secret of model]');
    } finally {
      await wire.close();
    }
  });

  test('without a declared key names the variable usual for its provider', async () => {
    const { error } = await ask(create({ provider: 'google', model: 'gemini' }));
    expect(error?.code).toBe('E_MODEL_AUTH');
    expect(error?.message).toContain('GOOGLE_GENERATIVE_AI_API_KEY is not set');
  });

  test.each<[JsonObject, string]>([
    [{ temprature: 1 }, 'did you mean temperature?'],
    [{ nonsense: 1 }, 'known: temperature, maxOutputTokens'],
    [{ temperature: 'hot' }, 'temperature: '],
    [{ maxOutputTokens: 0 }, 'maxOutputTokens: '],
    [{ providerOptions: { anthropic: 1 } }, 'providerOptions.anthropic: '],
  ])('refuses the params %j as E_CONFIG_VALUE and says why', (params, why) => {
    const thrown = thrownBy(() => create(scripted, params));
    expect(thrown).toMatchObject({ code: 'E_CONFIG_VALUE' });
    expect(String(thrown)).toContain(why);
  });

  test.each<[Spec, string]>([
    [{ provider: 'anthropic', model: 'm', options: { timeoutMs: '9' } }, 'timeoutMs'],
    [{ provider: 'replay', model: 'm', options: { casette: 'x' } }, 'casette'],
    [{ provider: 'record', model: 'Model/nobody' }, 'no Model of this bundle'],
    [{ provider: 'record', model: 'Tool/real' }, 'no Model of this bundle'],
    [{ provider: 'record', model: 'itself' }, 'records itself'],
    [{ provider: 'scripted', model: 'm' }, 'rules'],
  ])('refuses the spec %j and says why', (spec, why) => {
    const named = (name: string) => (name === 'itself' ? modelResource(spec) : undefined);
    expect(() => create(spec, undefined, named)).toThrow(why);
  });

  test('imports its provider when it is asked and not before', async () => {
    const loaded = async (asking: string): Promise<string> => {
      const script = `
        const { createAgentModel } = await import('@goondan/runtime/model');
        const spec = { provider: 'anthropic', model: 'm', options: { maxRetries: 0 } };
        const resource = { apiVersion: 'goondan.ai/v1', kind: 'Model', metadata: { name: 'x' }, spec };
        const env = { ANTHROPIC_API_KEY: 'k' };
        const model = createAgentModel(resource, { env, bundleRoot: '/', modelNamed: () => undefined });
        const controller = new AbortController();
        const request = { messages: [], tools: [], signal: controller.signal };
        ${asking}
        console.log(Object.keys(require.cache).some((path) => path.includes('@ai-sdk')));`;
      const child = Bun.spawn([process.execPath, '--no-install', '-e', script], {
        cwd: import.meta.dir,
        stdout: 'pipe',
      });
      return (await new Response(child.stdout).text()).trim();
    };
    expect(await loaded('')).toBe('false');
    // The conversation is empty, which the provider refuses by itself or at an address that nobody listens at.
    expect(
      await loaded(`spec.endpoint = 'http://127.0.0.1:1/v1'; await model.call(request).catch(() => {});`),
    ).toBe('true');
  }, 60_000);
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}
