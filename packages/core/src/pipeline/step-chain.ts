import { ToolCatalog } from '../tool/catalog.ts';
import type { ToolRegistry } from '../tool/registry.ts';
import { compose, forgivable, type Middleware } from './compose.ts';
import type { StepMiddlewareContext, StepResult } from './step.ts';
import type { Once } from './turn.ts';

/** What all layers of a step see; `once` is each layer's own. */
export interface StepChainScope extends Omit<StepMiddlewareContext, 'next' | 'once'> {
  /** The `once` of a layer, counted from the outermost. */
  onceOf(layer: number): Once;
}

/** What a step chain is made of. */
export interface StepChain {
  readonly middlewares: readonly Middleware<StepMiddlewareContext, StepResult>[];
  readonly registry: ToolRegistry;
  /** The model call and its tool calls, given the catalog as the layers left it. */
  readonly core: (catalog: ToolCatalog) => Promise<StepResult>;
}

/**
 * Runs one step through its layers: what they make of `toolCatalog` is bound when the last of them calls `next()`, and
 * is theirs alone: the list the step started from stays as it was (CAT-3, CAT-6).
 */
export function runStepChain(chain: StepChain, context: StepChainScope): Promise<StepResult> {
  const run = compose({
    middlewares: chain.middlewares,
    contextOf: shared,
    core: ({ toolCatalog }: StepState) =>
      forgivable(chain.core(new ToolCatalog(toolCatalog, chain.registry))),
  });
  return run({ step: context, toolCatalog: [...context.toolCatalog], layers: 0 });
}

interface StepState {
  readonly step: StepChainScope;
  toolCatalog: StepMiddlewareContext['toolCatalog'];
  layers: number;
}

/** A view of the step's one state: an inner layer sees what an outer one changed. */
function shared(state: StepState, next: () => Promise<StepResult>): StepMiddlewareContext {
  const { step } = state;
  const once = step.onceOf(state.layers);
  state.layers += 1;
  return {
    turn: step.turn,
    stepIndex: step.stepIndex,
    agents: step.agents,
    get conversationState() {
      return step.conversationState;
    },
    get toolCatalog() {
      return state.toolCatalog;
    },
    set toolCatalog(items) {
      state.toolCatalog = items;
    },
    get metadata() {
      return step.metadata;
    },
    set metadata(metadata) {
      step.metadata = metadata;
    },
    emitMessageEvent: (event) => step.emitMessageEvent(event),
    once,
    next,
  };
}
