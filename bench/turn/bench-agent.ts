import { effectivePolicy, Pipeline, ToolExecutor, ToolRegistry, type ToolDefinition } from '@goondan/core';
import { SecretMask, type Agent } from '@goondan/runtime';
import { agentModelOf } from '@goondan/runtime/model';
import { catalogSize } from '../call/goondan.ts';
import { add, addName, addParameters } from '../call/tool.ts';
import { scriptedModel } from './scripted-model.ts';

/** What an agent of the bench is made of. */
export interface BenchAgentOptions {
  /** How many tools the registry holds; the catalog shows `catalogSize` of them. */
  readonly registered?: number;
  /** How many middlewares of each kind stand around turns, steps and calls. */
  readonly middlewares?: number;
  /** Whether the model is asked for a stream. */
  readonly isStreamed?: boolean;
  readonly annotations?: NonNullable<ToolDefinition['annotations']>;
  /** How many calls of a step may run at once. */
  readonly concurrency?: number;
}

/** The name of every agent of the bench. */
export const agentName = 'bench';

/** An agent whose model and tools cost next to nothing, so that the loop around them is what is left. */
export function benchAgent(options: BenchAgentOptions = {}): Agent {
  const { middlewares = 0, isStreamed = false, concurrency = 8 } = options;
  const registry = createRegistry(options);
  const pipeline = new Pipeline();
  for (let index = 0; index < middlewares; index += 1) {
    pipeline.register('turn', (context) => context.next());
    pipeline.register('step', (context) => context.next());
    pipeline.register('toolCall', (context) => context.next());
  }
  const policy = effectivePolicy([
    { origin: 'bench', policy: { maxStepsPerTurn: 1000, tools: { concurrency } } },
  ]);
  return {
    name: agentName,
    registry,
    pipeline,
    executor: new ToolExecutor(registry, { policy, middleware: pipeline.toolCall }),
    policy,
    tools: ['calc'],
    model: agentModelOf(scriptedModel, { stream: isStreamed }),
    logger: console,
    mask: new SecretMask([]),
  };
}

/** The resource `calc` has as many exports as the catalog; the rest stands in other resources. */
function createRegistry({ registered = catalogSize, annotations = {} }: BenchAgentOptions): ToolRegistry {
  const registry = new ToolRegistry();
  const common = {
    description: 'Adds two numbers',
    parameters: addParameters(),
    annotations,
    handler: (_: unknown, input: { a: number; b: number }) => add(input),
  };
  registry.register({ ...common, name: addName });
  for (let index = 1; index < registered; index += 1) {
    const resource = index < catalogSize ? 'calc' : `other-${Math.floor(index / catalogSize)}`;
    registry.register({ ...common, name: `${resource}__tool-${index}` });
  }
  return registry;
}
