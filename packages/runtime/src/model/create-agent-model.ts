import { GoondanError, parseRef, type Environment, type JsonObject } from '@goondan/core';
import type { ModelResource } from '@goondan/core/bundle';
import * as shape from '../shape/shape.ts';
import { agentModelOf } from './agent-model-of.ts';
import type { AgentModel } from './agent-model.ts';
import type { ModelClock } from './attempt/clock.ts';
import { readCallParams } from './call-params.ts';
import { cassettePath } from './cassette/cassette-file.ts';
import { recordModel } from './cassette/record-model.ts';
import { replayModel } from './cassette/replay-model.ts';
import { apiKeyOf } from './provider/api-key.ts';
import { connectedModel } from './provider/connected-model.ts';
import { createScriptedModel } from './scripted/scripted-model.ts';

const cassette = shape.string().refine((path) => path !== '', 'must not be empty');
const cassetteOptionsShape = shape.object({ cassette: cassette.exactOptional() }, { isStrict: true });

/** What a Model of a bundle needs around it. */
export interface CreateAgentModelOptions {
  /** `Agent.spec.modelConfig.params`. */
  readonly params?: JsonObject;
  /** Where keys are read from. */
  readonly env: Environment;
  /** What cassettes are relative to. */
  readonly bundleRoot: string;
  /** Finds the Model that a `record` wraps. */
  readonly modelNamed: (name: string) => ModelResource | undefined;
  readonly clock?: ModelClock;
  readonly random?: () => number;
}

/** Makes what an agent thinks with of a Model. Throws `E_CONFIG_*` at once; a missing key shows at the first call. */
export function createAgentModel(resource: ModelResource, options: CreateAgentModelOptions): AgentModel {
  const { spec, metadata } = resource;
  const given = readCallParams(options.params ?? {});
  switch (spec.provider) {
    case 'scripted':
      return agentModelOf(createScriptedModel(spec.model, spec.options ?? {}), { maxRetries: 0 });
    case 'replay': {
      const path = cassettePath(options.bundleRoot, metadata.name, cassetteOf(resource));
      return replayModel({ modelId: spec.model, path, params: given });
    }
    case 'record': {
      const path = cassettePath(options.bundleRoot, metadata.name, cassetteOf(resource));
      const inner = recordedModel(resource, options);
      const key = apiKeyOf(inner, options.env);
      const model = createAgentModel(inner, options);
      return recordModel({ model, path, params: given, secrets: key === undefined ? [] : [key] });
    }
    case 'anthropic':
    case 'openai':
    case 'google':
    case 'openai-compatible':
      return connectedModel(resource, { ...options, ...given });
  }
}

function cassetteOf({ metadata, spec }: ModelResource): string | undefined {
  const parsed = cassetteOptionsShape.safeParse(spec.options ?? {});
  if (parsed.success) return parsed.data.cassette;
  throw new GoondanError(
    'E_CONFIG_VALUE',
    `spec.options of Model/${metadata.name} are not valid: ${parsed.error.message}`,
  );
}

function recordedModel(
  { metadata, spec }: ModelResource,
  { modelNamed }: CreateAgentModelOptions,
): ModelResource {
  const ref = parseRef(spec.model, 'Model');
  const inner = ref?.kind === 'Model' ? modelNamed(ref.name) : undefined;
  if (inner === undefined) {
    throw new GoondanError(
      'E_CONFIG_REF_NOT_FOUND',
      `Model/${metadata.name} records ${spec.model}, which is no Model of this bundle.`,
    );
  }
  // A recording of a recording gives nothing new, and two of each other never end.
  if (inner.spec.provider === 'record') {
    throw new GoondanError(
      'E_CONFIG_VALUE',
      `Model/${metadata.name} records ${spec.model}, which records itself.`,
    );
  }
  return inner;
}
