import {
  effectivePolicy,
  EventBus,
  Pipeline,
  registerExtensions,
  ToolExecutor,
  ToolRegistry,
  type Environment,
  type ExtensionModule,
  type HandleStore,
  type Policy,
  type ToolDefinition,
} from '@goondan/core';
import type { AgentModel } from '@goondan/runtime/model';
import { maskedConsole } from '../../../src/secret/masked-console.ts';
import type { KnownSecret } from '../../../src/secret/known-secrets.ts';
import { maskedOutputs } from '../../../src/secret/masked-outputs.ts';
import { SecretMask } from '../../../src/secret/secret-mask.ts';
import type { Agent } from '../../../src/turn/agent.ts';
import { fakeModel, says } from './fake-model.ts';
import { memoryConsole } from './memory-console.ts';

/** What a test gives an agent; all of it may be left out. */
export interface AgentParts {
  readonly name?: string;
  readonly model?: AgentModel;
  readonly tools?: readonly ToolDefinition[];
  /** Names of the resources in `spec.tools`; those of all `tools` by default. */
  readonly declared?: readonly string[];
  /** By name, in declared order. */
  readonly extensions?: Readonly<Record<string, ExtensionModule['register']>>;
  readonly policy?: Policy;
  /** The agent's own, laid over the swarm's. */
  readonly ownPolicy?: Policy;
  readonly env?: Environment;
  readonly instructions?: string;
  readonly secrets?: readonly KnownSecret[];
  readonly logger?: Console;
  readonly watch?: NonNullable<Agent['watch']>;
}

/** An agent of real parts, made as a bundle's is, on a model that the test writes. */
export async function agentWith(parts: AgentParts, handles?: HandleStore): Promise<Agent> {
  const { name = 'helper', tools = [], extensions = {}, policy = {}, instructions } = parts;
  const registry = new ToolRegistry();
  const pipeline = new Pipeline();
  const mask = new SecretMask(parts.secrets ?? []);
  const logger = maskedConsole(parts.logger ?? memoryConsole().logger, mask);
  for (const tool of tools)
    registry.register({ source: { type: 'config', name: resourceOf(tool) }, ...tool });
  const own = parts.ownPolicy === undefined ? [] : [{ origin: `agent ${name}`, policy: parts.ownPolicy }];
  const laid = effectivePolicy([{ origin: 'swarm', policy }, ...own], parts.env);
  const approvals = [...laid.approvals];
  const effective = { ...laid, approvals };
  await registerExtensions(
    Object.entries(extensions).map(([extension, register]) => ({ name: extension, module: { register } })),
    { registry, pipeline, events: new EventBus(logger), logger, approvals, features: laid.features },
  );
  return {
    name,
    registry,
    pipeline,
    policy: effective,
    executor: new ToolExecutor(registry, {
      redact: (value) => mask.json(value),
      policy: effective,
      middleware: pipeline.toolCall,
      outputs: maskedOutputs(mask),
      ...(handles === undefined ? {} : { handles }),
    }),
    tools: parts.declared ?? [...new Set(tools.map(resourceOf))],
    model: parts.model ?? fakeModel(says('done')),
    ...(instructions === undefined ? {} : { instructions }),
    logger,
    mask,
    ...(parts.watch === undefined ? {} : { watch: parts.watch }),
  };
}

function resourceOf({ name }: ToolDefinition): string {
  return name.split('__')[0] ?? name;
}
