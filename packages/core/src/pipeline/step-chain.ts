import { isRecord } from '../json/json-value.ts';
import type { Message } from '../message/message.ts';
import { applyMessageEvents, type MessageEvent } from '../message/message-event.ts';
import { ToolCatalog } from '../tool/catalog.ts';
import type { ToolCatalogItem } from '../tool/catalog-item.ts';
import { toolNameProblem } from '../tool/name.ts';
import { isRegistered } from '../tool/registration.ts';
import type { ToolRegistry } from '../tool/registry.ts';
import { compose, forgivable, type Middleware } from './compose.ts';
import type { Execute } from './execute.ts';
import type { Generate } from './generate.ts';
import type { StepMiddlewareContext, StepResult } from './step.ts';
import type { Once } from './turn.ts';

/** What all layers of a step see; `once`, `generate` and `execute` are each layer's own. */
export interface StepChainScope extends Omit<
  StepMiddlewareContext,
  'next' | 'once' | 'generate' | 'execute' | 'messages'
> {
  /** The `once` of a layer, counted from the outermost. */
  onceOf(layer: number): Once;
  /** The same for `generate`. */
  generateOf(layer: number): Generate;
  /** The same for `execute`, whose calls are checked against what the layers have made of the catalog by then. */
  executeOf(layer: number, items: () => readonly ToolCatalogItem[]): Execute;
}

/** What a step chain is made of. */
export interface StepChain {
  readonly middlewares: readonly Middleware<StepMiddlewareContext, StepResult>[];
  readonly registry: ToolRegistry;
  /** The model call and its tool calls, given the catalog as the layers left it, and the messages where any of them looked at those. */
  readonly core: (catalog: ToolCatalog, messages: readonly Message[] | undefined) => Promise<StepResult>;
}

/**
 * Runs one step through its layers: what they make of `toolCatalog` is bound when the last of them calls `next()`, and
 * is theirs alone: the list the step started from stays as it was (CAT-3, CAT-6).
 */
export function runStepChain(chain: StepChain, context: StepChainScope): Promise<StepResult> {
  const run = compose({
    middlewares: chain.middlewares,
    contextOf: shared,
    closesLayers: true,
    core: ({ toolCatalog, messages }: StepState) => {
      if (messages !== undefined && !Array.isArray(messages)) throw new TypeError('ctx.messages is no list');
      checkItems(toolCatalog);
      return forgivable(chain.core(new ToolCatalog(toolCatalog, chain.registry), messages));
    },
  });
  return run({ step: context, toolCatalog: [...context.toolCatalog], messages: undefined, layers: 0 });
}

/** What no provider takes must not reach one: layers may put anything in. Items of the registry were looked at when they were registered. */
function checkItems(items: unknown): void {
  if (!Array.isArray(items)) throw new TypeError('ctx.toolCatalog is no list');
  for (const item of items) {
    if (isRegistered(item)) continue;
    const name: unknown = isRecord(item) ? item['name'] : undefined;
    if (typeof name !== 'string') throw new TypeError('ctx.toolCatalog holds an item without a name');
    const problem = toolNameProblem(name);
    if (problem !== undefined)
      throw new TypeError(`ctx.toolCatalog holds the name ${JSON.stringify(name)}, which ${problem.reason}`);
  }
}

interface StepState {
  readonly step: StepChainScope;
  toolCatalog: StepMiddlewareContext['toolCatalog'];
  /** Made when a layer first looks: most never do, and a conversation may be long. */
  messages: Message[] | undefined;
  layers: number;
}

/** A view of the step's one state: an inner layer sees what an outer one changed. */
function shared(state: StepState, next: () => Promise<StepResult>): StepMiddlewareContext {
  const { step } = state;
  const once = step.onceOf(state.layers);
  const generate = step.generateOf(state.layers);
  const execute = step.executeOf(state.layers, () => state.toolCatalog);
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
    get messages() {
      state.messages ??= [...step.conversationState.messages];
      return state.messages;
    },
    set messages(messages) {
      state.messages = messages;
    },
    get metadata() {
      return step.metadata;
    },
    set metadata(metadata) {
      step.metadata = metadata;
    },
    emitMessageEvent: (event) => emit(state, event),
    once,
    generate,
    execute,
    next,
  };
}

/** The list of this step follows the conversation, with the event as the conversation took it. */
function emit(state: StepState, event: MessageEvent): void {
  const { step, messages } = state;
  step.emitMessageEvent(event);
  if (messages === undefined) return;
  state.messages = applyMessageEvents(messages, [step.conversationState.events.at(-1) ?? event]);
}
