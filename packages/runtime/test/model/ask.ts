import type { ToolCatalogItem } from '@goondan/core';
import { GoondanError } from '@goondan/core';
import {
  createAgentModel,
  type AgentModel,
  type ModelAnswer,
  type ModelDelta,
  type ModelRequest,
  type ModelRetry,
} from '@goondan/runtime/model';
import type { ModelResource } from '@goondan/core/bundle';
import { ManualClock } from './model-clock.ts';
import { wireEnv, type WireProvider } from './wire/wire-providers.ts';
import type { WireReply } from './wire/wire-reply.ts';
import type { WireServer } from './wire/wire-server.ts';

/** Two tools: one with a schema, one without. */
export const tools: readonly ToolCatalogItem[] = [
  {
    name: 'calculator__evaluate',
    description: 'Evaluates',
    parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  },
  { name: 'clock__now', description: 'Tells the time' },
];

/** What a question to a model came to. */
export interface Asked {
  readonly answer?: ModelAnswer;
  readonly error?: GoondanError;
  readonly deltas: readonly ModelDelta[];
  readonly retries: readonly ModelRetry[];
}

/** Asks and takes failure for an answer, too; any other error than a GoondanError is thrown. */
export async function ask(model: AgentModel, request: Partial<ModelRequest> = {}): Promise<Asked> {
  const deltas: ModelDelta[] = [];
  const retries: ModelRetry[] = [];
  try {
    const answer = await model.call({
      messages: [{ role: 'user', content: 'what is 2+3*4?' }],
      tools,
      signal: new AbortController().signal,
      ...request,
      onDelta(delta) {
        deltas.push(delta);
        request.onDelta?.(delta);
      },
      onRetry(retry) {
        retries.push(retry);
        request.onRetry?.(retry);
      },
    });
    return { answer, deltas, retries };
  } catch (thrown) {
    if (thrown instanceof GoondanError) return { error: thrown, deltas, retries };
    throw thrown;
  }
}

/** A model on a fake provider, with a clock of the test that skips the waits between attempts. */
export interface WiredModel {
  readonly model: AgentModel;
  readonly wire: WireServer;
  readonly clock: ManualClock;
  /** Asks with the waits between attempts skipped. */
  readonly ask: (request?: Partial<ModelRequest>) => Promise<Asked>;
}

/** Starts a fake provider, hands a model on it over, and stops it. */
export async function withWire(
  provider: WireProvider,
  replies: readonly WireReply[],
  use: (wired: WiredModel) => Promise<void>,
  options: NonNullable<ModelResource['spec']['options']> = {},
): Promise<void> {
  const wire = await provider.start(replies);
  const clock = new ManualClock();
  const model = createAgentModel(provider.model(wire.endpoint, options), {
    env: wireEnv,
    bundleRoot: '/nowhere',
    modelNamed: () => undefined,
    clock,
    random: () => 1,
  });
  const skipping = (request: Partial<ModelRequest> = {}): Promise<Asked> =>
    ask(model, {
      ...request,
      onRetry(retry) {
        request.onRetry?.(retry);
        setImmediate(() => clock.advance(retry.waitMs));
      },
    });
  try {
    await use({ model, wire, clock, ask: skipping });
  } finally {
    await wire.close();
  }
}

/** What a promise was rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It was not rejected.');
}
