import {
  executePlan,
  ToolCatalog,
  ToolExecutor,
  ToolRegistry,
  type Environment,
  type ExecutePlanOptions,
  type PipelineState,
  type Policy,
  type ToolDefinition,
} from '@goondan/core';
import { effectivePolicy } from '@goondan/core';
import { scopeOf } from '../tool/support/scope.ts';

/** What a lab is made of. */
export interface LabOptions {
  readonly tools?: readonly ToolDefinition[];
  readonly policy?: Policy;
  readonly env?: Environment;
}

/** A registry, an executor and a state, as a pipeline's planned stage has them. */
export class PlanLab {
  readonly registry = new ToolRegistry();
  readonly executor: ToolExecutor;
  readonly state: PipelineState = { earlier: 'stage' };
  readonly ran: string[] = [];

  constructor({ tools = [], policy = {}, env = {} }: LabOptions = {}) {
    this.registry.register({
      name: 'calc__add',
      parameters: addParameters,
      handler: (_, { a, b }) => this.#add(a, b),
    });
    this.registry.register({ name: 'echo__say', handler: (_, input) => this.#note('echo__say', input) });
    this.registry.register({ name: 'bad__fail', handler: () => this.#fail() });
    for (const tool of tools) this.registry.register(tool);
    this.executor = new ToolExecutor(this.registry, {
      policy: effectivePolicy([{ origin: 'swarm', policy }], { GOONDAN_FEATURE_MCP_TOOLS: 'true', ...env }),
    });
  }

  /** Runs a plan, against a catalog of everything unless told otherwise. */
  run(plan: unknown, options: Partial<ExecutePlanOptions> = {}) {
    const { executor, state } = this;
    const catalog = new ToolCatalog(this.registry.items(), this.registry);
    return executePlan(plan, { executor, context: scopeOf(), catalog, state, ...options });
  }

  #add(a: unknown, b: unknown): number {
    this.ran.push('calc__add');
    return Number(a) + Number(b);
  }

  #note<Value>(name: string, value: Value): Value {
    this.ran.push(name);
    return value;
  }

  #fail(): never {
    this.ran.push('bad__fail');
    throw new Error('it broke');
  }
}

const addParameters = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};
