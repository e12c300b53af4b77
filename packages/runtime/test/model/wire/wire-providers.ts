import type { ModelResource } from '@goondan/core/bundle';
import { startAnthropicWire } from './anthropic-wire.ts';
import { startGoogleWire } from './google-wire.ts';
import { startOpenAiWire } from './openai-wire.ts';
import type { WireReply } from './wire-reply.ts';
import type { WireServer } from './wire-server.ts';

/** The key of every fake Model, and the variable that holds it. */
export const wireKey = 'sk-wire-0123456789';
/** An environment with that key. */
export const wireEnv = { WIRE_KEY: wireKey };

type Spec = ModelResource['spec'];

/** One provider with its fake. */
export interface WireProvider {
  readonly title: string;
  readonly start: (replies: readonly WireReply[]) => Promise<WireServer>;
  readonly model: (endpoint: string, options?: NonNullable<Spec['options']>) => ModelResource;
  /** True where thoughts are shown at all. */
  readonly showsReasoning: boolean;
  /** True where the signature of a thought must go back. */
  readonly hasSignatures: boolean;
}

/** A Model resource, as a bundle would hold it. */
export function modelResource(spec: Spec, name = 'fast'): ModelResource {
  return { apiVersion: 'goondan.ai/v1', kind: 'Model', metadata: { name }, spec };
}

function wireProvider(
  title: string,
  spec: Pick<Spec, 'provider' | 'model' | 'options'>,
  start: WireProvider['start'],
): WireProvider {
  return {
    title,
    start,
    showsReasoning: spec.options?.api !== 'chat',
    hasSignatures: spec.provider !== 'openai-compatible' && spec.options?.api !== 'chat',
    model: (endpoint, options = {}) =>
      modelResource({
        ...spec,
        endpoint,
        apiKey: { valueFrom: { env: 'WIRE_KEY' } },
        options: { ...spec.options, ...options },
      }),
  };
}

/** Every wire format there is. */
export const wireProviders: readonly WireProvider[] = [
  wireProvider('openai-compatible', { provider: 'openai-compatible', model: 'llama' }, (replies) =>
    startOpenAiWire(replies),
  ),
  wireProvider(
    'openai by chat completions',
    { provider: 'openai', model: 'gpt-4o', options: { api: 'chat' } },
    (replies) => startOpenAiWire(replies),
  ),
  wireProvider('openai by responses', { provider: 'openai', model: 'gpt-5' }, (replies) =>
    startOpenAiWire(replies, 'responses'),
  ),
  wireProvider('anthropic', { provider: 'anthropic', model: 'claude-sonnet-4-5' }, startAnthropicWire),
  wireProvider('google', { provider: 'google', model: 'gemini-2.5-flash' }, startGoogleWire),
];
