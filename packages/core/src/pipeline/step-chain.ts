import { ToolCatalog } from '../tool/catalog.ts';
import type { ToolRegistry } from '../tool/registry.ts';
import { compose, type Middleware } from './compose.ts';
import type { StepMiddlewareContext, StepResult } from './step.ts';

/** What a step chain is made of. */
export interface StepChain {
  readonly middlewares: readonly Middleware<StepMiddlewareContext, StepResult>[];
  readonly registry: ToolRegistry;
  /** The model call and its tool calls, given the catalog as the layers left it. */
  readonly core: (catalog: ToolCatalog) => Promise<StepResult>;
}

/** Runs one step through its layers: what they make of `toolCatalog` is bound when the last of them calls `next()` (CAT-3, CAT-6). */
export function runStepChain(
  chain: StepChain,
  context: Omit<StepMiddlewareContext, 'next'>,
): Promise<StepResult> {
  const run = compose({
    middlewares: chain.middlewares,
    contextOf: (state: Omit<StepMiddlewareContext, 'next'>, next: () => Promise<StepResult>) =>
      shared(state, next),
    core: (state) => chain.core(new ToolCatalog(state.toolCatalog, chain.registry)),
  });
  return run(context);
}

/** A view of the step's one state: an inner layer sees what an outer one changed. */
function shared(
  state: Omit<StepMiddlewareContext, 'next'>,
  next: () => Promise<StepResult>,
): StepMiddlewareContext {
  return {
    turn: state.turn,
    stepIndex: state.stepIndex,
    agents: state.agents,
    get conversationState() {
      return state.conversationState;
    },
    get toolCatalog() {
      return state.toolCatalog;
    },
    set toolCatalog(items) {
      state.toolCatalog = items;
    },
    get metadata() {
      return state.metadata;
    },
    set metadata(metadata) {
      state.metadata = metadata;
    },
    emitMessageEvent: (event) => state.emitMessageEvent(event),
    once: (name, effect) => state.once(name, effect),
    next,
  };
}
