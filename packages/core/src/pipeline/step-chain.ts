import { ToolCatalog } from '../tool/catalog.ts';
import type { ToolRegistry } from '../tool/registry.ts';
import { compose, forgivable, type Middleware } from './compose.ts';
import type { StepMiddlewareContext, StepResult } from './step.ts';

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
export function runStepChain(
  chain: StepChain,
  context: Omit<StepMiddlewareContext, 'next'>,
): Promise<StepResult> {
  const run = compose({
    middlewares: chain.middlewares,
    contextOf: shared,
    core: ({ toolCatalog }: StepState) =>
      forgivable(chain.core(new ToolCatalog(toolCatalog, chain.registry))),
  });
  return run({ step: context, toolCatalog: [...context.toolCatalog] });
}

interface StepState {
  readonly step: Omit<StepMiddlewareContext, 'next'>;
  toolCatalog: StepMiddlewareContext['toolCatalog'];
}

/** A view of the step's one state: an inner layer sees what an outer one changed. */
function shared(state: StepState, next: () => Promise<StepResult>): StepMiddlewareContext {
  const { step } = state;
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
    once: (name, effect) => step.once(name, effect),
    next,
  };
}
