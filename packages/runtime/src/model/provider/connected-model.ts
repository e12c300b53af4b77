import type { LanguageModelV4 } from '@ai-sdk/provider';
import { GoondanError, type Environment, type JsonValue } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';
import type { ConnectionOptions } from '@goondan/core/resource';
import { agentModelOf, type AgentModelSettings } from '../agent-model-of.ts';
import type { AgentModel } from '../agent-model.ts';
import type { CallParams, ProviderOptions } from '../call-params.ts';
import { advised } from './advised.ts';
import { apiKeyOf } from './api-key.ts';
import { connectionOptionsShape } from './connection-options-shape.ts';
import { loadLanguageModel } from './load-language-model.ts';

/** Under which name each provider reads its own options. */
const optionNames: Readonly<Record<string, string>> = { 'openai-compatible': 'openaiCompatible' };
const ownKeys = new Set(Object.keys(connectionOptionsShape.fields));

interface ConnectedModelOptions extends Pick<AgentModelSettings, 'clock' | 'random'> {
  readonly env: Environment;
  readonly params: CallParams;
  readonly providerOptions: ProviderOptions;
}

/** A Model that is asked over the network. Its provider is imported, and its key looked for, at the first call. */
export function connectedModel(
  resource: ModelResource,
  { env, ...given }: ConnectedModelOptions,
): AgentModel {
  const { provider, model } = resource.spec;
  const options = readOptions(resource);
  const key = apiKeyOf(resource, env);
  const headers = options.headers ?? {};
  let loading: Promise<LanguageModelV4> | undefined;
  const load = (): Promise<LanguageModelV4> => {
    loading ??= loadLanguageModel(resource, options, env).catch((thrown: unknown) => {
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
  const asked = agentModelOf(load, {
    ...given,
    provider,
    modelId: model,
    headers,
    providerOptions: providerOptionsOf(resource, options, given.providerOptions),
    secrets: [...(key === undefined ? [] : [key]), ...secretHeaders(headers)],
    ...(options.stream === undefined ? {} : { stream: options.stream }),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.maxRetries === undefined ? {} : { maxRetries: options.maxRetries }),
  });
  return advised(asked, resource);
}

function secretHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/i.test(name) ? [value] : [],
  );
}

function readOptions({ metadata, spec }: ModelResource): ConnectionOptions {
  const parsed = connectionOptionsShape.safeParse(spec.options ?? {});
  if (parsed.success) return parsed.data;
  throw new GoondanError(
    'E_CONFIG_VALUE',
    `spec.options of Model/${metadata.name} are not valid: ${parsed.error.message}`,
  );
}

/** Those of the agent lie over those of the model; keys of `options` that are not ours belong to the provider. */
function providerOptionsOf(
  { spec }: ModelResource,
  options: ConnectionOptions,
  ofAgent: ProviderOptions,
): ProviderOptions {
  const name = optionNames[spec.provider] ?? spec.provider;
  const rest: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(spec.options ?? {})) if (!ownKeys.has(key)) rest[key] = value;
  // The conversation is ours to keep: items kept by the provider go stale and cannot be edited.
  const kept: ProviderOptions =
    spec.provider === 'openai' && options.api !== 'chat' ? { openai: { store: false } } : {};
  const merged: ProviderOptions = {};
  for (const layer of [kept, { [name]: rest }, options.providerOptions ?? {}, ofAgent]) {
    for (const [provider, values] of Object.entries(layer)) {
      if (Object.keys(values).length > 0) merged[provider] = { ...merged[provider], ...values };
    }
  }
  return merged;
}
