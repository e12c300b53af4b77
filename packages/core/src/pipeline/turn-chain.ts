import { compose, forgivable, type Middleware } from './compose.ts';
import type { Execute } from './execute.ts';
import type { Generate } from './generate.ts';
import type { Once, TurnMiddlewareContext, TurnResult } from './turn.ts';

/** What a turn chain is made of. */
export interface TurnChain {
  readonly middlewares: readonly Middleware<TurnMiddlewareContext, TurnResult>[];
  /** The steps of the turn. */
  readonly core: () => Promise<TurnResult>;
}

/** What all layers of a turn see; `once`, `generate` and `execute` are each layer's own. */
export interface TurnChainScope extends Omit<
  TurnMiddlewareContext,
  'next' | 'once' | 'generate' | 'execute'
> {
  /** The `once` of a layer, counted from the outermost. */
  onceOf(layer: number): Once;
  /** The same for `generate`. */
  generateOf(layer: number): Generate;
  /** The same for `execute`. */
  executeOf(layer: number): Execute;
}

/** Runs one turn through its layers. */
export function runTurnChain(chain: TurnChain, context: TurnChainScope): Promise<TurnResult> {
  const run = compose({
    middlewares: chain.middlewares,
    contextOf: shared,
    closesLayers: true,
    core: () => forgivable(chain.core()),
  });
  return run({ turn: context, layers: 0 });
}

interface TurnState {
  readonly turn: TurnChainScope;
  layers: number;
}

/** A view of the turn's one state: an inner layer sees what an outer one changed. */
function shared(state: TurnState, next: () => Promise<TurnResult>): TurnMiddlewareContext {
  const { turn } = state;
  const once = turn.onceOf(state.layers);
  const generate = turn.generateOf(state.layers);
  const execute = turn.executeOf(state.layers);
  state.layers += 1;
  return {
    agentName: turn.agentName,
    instanceKey: turn.instanceKey,
    turnId: turn.turnId,
    inputEvent: turn.inputEvent,
    agents: turn.agents,
    get conversationState() {
      return turn.conversationState;
    },
    get metadata() {
      return turn.metadata;
    },
    set metadata(metadata) {
      turn.metadata = metadata;
    },
    emitMessageEvent: (event) => turn.emitMessageEvent(event),
    once,
    generate,
    execute,
    next,
  };
}
