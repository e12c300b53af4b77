import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  EventBus,
  GoondanError,
  importModule,
  Pipeline,
  extensionModuleOf,
  registerExtensions,
  ToolExecutor,
  ToolLoader,
  ToolRegistry,
  type DeclaredExtension,
  type Environment,
  type ExtensionModule,
  type HandleStore,
  type JsonObject,
  type JsonValue,
} from '@goondan/core';
import type { ExtensionRef } from '@goondan/core/bundle';
import type { AgentModel } from '../model/agent-model.ts';
import { createAgentModel } from '../model/create-agent-model.ts';
import { maskedOutputs } from '../secret/masked-outputs.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import type { Agent } from '../turn/agent.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { agentPolicy } from './agent-policy.ts';
import { nameOf, type Resources } from './resources.ts';

/** What an agent is loaded with. */
export interface LoadAgentOptions {
  readonly definition: AgentDefinition;
  readonly resources: Resources;
  readonly bundleRoot: string;
  readonly env: Environment;
  readonly logger: Console;
  readonly mask: SecretMask;
  readonly handles: HandleStore;
  /** Below it each extension has a folder of its own. */
  readonly extensionsFolder: string;
  /** Completes the handle of a call that was answered with `pending`. */
  readonly complete: (handle: string, outcome: JsonValue) => Promise<void>;
  /** Keeps the process awake until the function it returns is called; nothing where it never sleeps. */
  readonly keepAwake?: () => () => void;
  /** Told which calls run: see `Agent.watch`. */
  readonly watch?: Agent['watch'];
}

/** Loads what an agent needs for its turns: its bundle's tools, its extensions, policy, prompt and model. */
export async function loadAgent(options: LoadAgentOptions): Promise<Agent> {
  const { definition, logger, mask, handles, bundleRoot } = options;
  const { name, tools } = definition;
  const registry = new ToolRegistry();
  const pipeline = new Pipeline();
  const own = agentPolicy(definition, options.env);
  const approvals = [...own.approvals];
  const policy = { ...own, approvals };
  await registerTools(registry, options);
  const extensions = await declaredExtensions(options);
  const stops: (() => void | Promise<void>)[] = [];
  const stop = (): Promise<void> => runStops(stops, logger);
  try {
    await registerExtensions(extensions, {
      registry,
      pipeline,
      events: new EventBus(logger),
      logger,
      bundleRoot,
      stateFolder: options.extensionsFolder,
      features: policy.features,
      approvals,
      complete: options.complete,
      ...(options.keepAwake === undefined ? {} : { keepAwake: options.keepAwake }),
      onStop: (one) => void stops.push(one),
    });
  } catch (thrown) {
    // What those before it have started must not stay.
    await stop();
    throw thrown;
  }
  const instructions = await instructionsOf(definition, bundleRoot);
  return {
    name,
    registry,
    pipeline,
    policy,
    executor: new ToolExecutor(registry, {
      redact: (value) => mask.json(value),
      policy,
      middleware: pipeline.toolCall,
      handles,
      outputs: maskedOutputs(mask),
    }),
    tools,
    model: modelOf(options),
    ...(instructions === undefined ? {} : { instructions }),
    logger,
    mask,
    stop,
    ...(options.watch === undefined ? {} : { watch: options.watch }),
  };
}

/** The last one first, each once; one that fails keeps no other from ending. */
async function runStops(stops: (() => void | Promise<void>)[], logger: Console): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) {
    try {
      await stop();
    } catch (thrown) {
      logger.error('An extension failed to stop:', thrown);
    }
  }
}

/** Every Tool of the bundle, and of the stock what the agent declares (CAT-5). */
async function registerTools(
  registry: ToolRegistry,
  { definition, resources, bundleRoot }: LoadAgentOptions,
): Promise<void> {
  const names = new Set([...resources.tools.map(({ metadata }) => metadata.name), ...definition.tools]);
  for (const name of names) {
    const { resource, root } = resources.tool(name);
    // Of the stock an agent may have much and call little; it was checked when its list was made.
    const loader = new ToolLoader({ bundleRoot: root, isLate: root !== bundleRoot });
    for (const tool of await loader.load(resource)) registry.register(tool);
  }
}

async function declaredExtensions({ definition, resources }: LoadAgentOptions): Promise<DeclaredExtension[]> {
  const refs = definition.resource?.spec.extensions ?? [];
  return Promise.all(
    refs.map(async (ref) => {
      const name = nameOf(ref, 'Extension');
      const { resource, root } = resources.extension(name);
      const config = { ...resource.spec.config, ...ownConfig(ref) };
      return { name, module: await importExtension(name, resolve(root, resource.spec.entry)), config };
    }),
  );
}

/** A ref's own config is laid over the resource's. */
function ownConfig(ref: ExtensionRef): JsonObject {
  return typeof ref === 'object' && 'config' in ref ? (ref.config ?? {}) : {};
}

async function importExtension(name: string, file: string): Promise<ExtensionModule> {
  const imported = await importModule(file);
  if (imported.status === 'failed')
    throw new GoondanError('E_EXTENSION_INIT', `Extension '${name}' cannot be imported: ${imported.message}`);
  const module = extensionModuleOf(imported.exports);
  if (module === undefined)
    throw new GoondanError('E_EXTENSION_INIT', `Extension '${name}' exports no register function.`);
  return module;
}

async function instructionsOf(
  { resource }: AgentDefinition,
  bundleRoot: string,
): Promise<string | undefined> {
  const { system, systemRef } = resource?.spec.prompt ?? {};
  return systemRef === undefined ? system : readFile(resolve(bundleRoot, systemRef), 'utf8');
}

function modelOf({ definition, resources, env, bundleRoot }: LoadAgentOptions): AgentModel {
  const { name, resource } = definition;
  if (resource === undefined) return noModel;
  const { modelRef, params } = resource.spec.modelConfig;
  const model = resources.model(nameOf(modelRef, 'Model'));
  if (model === undefined)
    throw new GoondanError('E_CONFIG_REF_NOT_FOUND', `Agent/${name} has no Model to think with.`);
  return createAgentModel(model, {
    env,
    bundleRoot,
    modelNamed: (other) => resources.model(other),
    ...(params === undefined ? {} : { params }),
  });
}

/** Of the agent that stands in where a bundle has tools alone. */
const noModel: AgentModel = {
  provider: 'none',
  modelId: 'none',
  call: async () => {
    throw new GoondanError('E_MODEL_REQUEST', 'There is no agent here: only tools can be called.', {
      suggestion: 'Declare an Agent with a Model in goondan.yaml.',
    });
  },
};
