import { expect, test } from 'bun:test';
import {
  applyMessageEvents,
  runStepChain,
  ToolRegistry,
  type Message,
  type MessageEvent,
  type StepChainScope,
  type StepMiddleware,
  type StepResult,
} from '../../src/index.ts';

function message(id: string): Message {
  return {
    id,
    data: { role: 'user', content: id },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'user' },
  };
}

/** A conversation as the runtime keeps it: it takes a copy of what is emitted. */
function scopeWith(...ids: string[]): StepChainScope & { readonly ids: () => string[] } {
  const baseMessages = ids.map(message);
  const events: MessageEvent[] = [];
  const conversationState = {
    baseMessages,
    events,
    get messages() {
      return applyMessageEvents(baseMessages, events);
    },
  };
  return {
    turn: {
      id: 't1',
      agentName: 'coder',
      instanceKey: 'default',
      inputEvent: { id: 'e', type: 'x', createdAt: '', source: { kind: 'connector', name: 'cli' } },
    },
    stepIndex: 0,
    conversationState,
    toolCatalog: [],
    metadata: {},
    agents: { request: async () => null, send: async () => {} },
    emitMessageEvent: (event) => void events.push(structuredClone(event)),
    onceOf: () => async (_name, effect) => effect(),
    generateOf: (layer) => async (name) => ({
      text: `${layer} ${name}`,
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    }),
    executeOf:
      () =>
      async (id, { tool }) => ({ toolCallId: id, toolName: tool, status: 'ok' }),
    ids: () => idsOf(conversationState.messages),
  };
}

const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
const answered: StepResult = { toolCalls: [], toolResults: [], text: '' };

/** What the core of a step is given; undefined where it is the conversation. */
async function shownTo(
  scope: StepChainScope,
  ...middlewares: StepMiddleware[]
): Promise<readonly string[] | undefined> {
  let seen: readonly Message[] | undefined;
  await runStepChain(
    {
      middlewares,
      registry: new ToolRegistry(),
      core: async (_catalog, messages) => {
        seen = messages;
        return answered;
      },
    },
    scope,
  );
  return seen && idsOf(seen);
}

test('a step whose layers do not look at the messages sends the conversation', async () => {
  expect(await shownTo(scopeWith('a', 'b'), (ctx) => ctx.next())).toBeUndefined();
});

test('a layer may replace the messages or change the list in place; the conversation stays as it is', async () => {
  const scope = scopeWith('a', 'b', 'c');
  const replaced = await shownTo(scope, (ctx) => {
    ctx.messages = ctx.messages.slice(1);
    return ctx.next();
  });
  const changed = await shownTo(scope, (ctx) => {
    ctx.messages.pop();
    return ctx.next();
  });
  expect([replaced, changed, scope.ids()]).toEqual([
    ['b', 'c'],
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
});

test('an inner layer sees what an outer one left', async () => {
  const seen: string[][] = [];
  const drop: StepMiddleware = (ctx) => {
    ctx.messages = ctx.messages.slice(1);
    seen.push(idsOf(ctx.messages));
    return ctx.next();
  };
  expect(await shownTo(scopeWith('a', 'b', 'c'), drop, drop)).toEqual(['c']);
  expect(seen).toEqual([['b', 'c'], ['c']]);
});

test('an event of a layer happens to the conversation and to the list of the step', async () => {
  const scope = scopeWith('a', 'b', 'c');
  const shown = await shownTo(
    scope,
    (ctx) => {
      ctx.messages = ctx.messages.slice(1);
      return ctx.next();
    },
    (ctx) => {
      ctx.emitMessageEvent({ type: 'append', message: message('d') });
      ctx.emitMessageEvent({ type: 'remove', targetId: 'b' });
      ctx.emitMessageEvent({ type: 'remove', targetId: 'a' });
      return ctx.next();
    },
  );
  expect(shown).toEqual(['c', 'd']);
  expect(scope.ids()).toEqual(['c', 'd']);
});

test('messages that are no list reject the step', async () => {
  const thrown: unknown = await shownTo(scopeWith('a'), (ctx) => {
    Reflect.set(ctx, 'messages', 7);
    return ctx.next();
  }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TypeError);
});

test('each layer has a generate of its own', async () => {
  const texts: string[] = [];
  const ask: StepMiddleware = async (ctx) => {
    texts.push((await ctx.generate('summary', { messages: [] })).text);
    return ctx.next();
  };
  await shownTo(scopeWith('a'), ask, ask);
  expect(texts).toEqual(['0 summary', '1 summary']);
});
