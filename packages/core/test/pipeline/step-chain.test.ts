import { expect, test } from 'bun:test';
import {
  Pipeline,
  runStepChain,
  stepCatalogItems,
  ToolExecutor,
  ToolRegistry,
  type StepChainScope,
  type StepMiddleware,
  type StepMiddlewareContext,
  type StepResult,
  type ToolCatalog,
  type ToolCatalogItem,
} from '../../src/index.ts';
import { assistantMessage, scopeOf } from '../tool/support/scope.ts';

type StepState = StepChainScope;

function registryOf(...names: string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const name of names)
    registry.register({ name, handler: () => `${name} ran`, source: { type: 'config', name: 'lab' } });
  return registry;
}

function stepState(toolCatalog: ToolCatalogItem[], fields: Partial<StepState> = {}): StepState {
  return {
    turn: {
      id: 't1',
      agentName: 'coder',
      instanceKey: 'default',
      inputEvent: {
        id: 'e1',
        type: 'user.input',
        createdAt: '2026-01-01T00:00:00Z',
        source: { kind: 'connector', name: 'cli' },
      },
    },
    stepIndex: 0,
    conversationState: { baseMessages: [], events: [], messages: [] },
    toolCatalog,
    metadata: {},
    agents: { request: async () => null, send: async () => {} },
    emitMessageEvent: () => {},
    onceOf: () => async (_name, effect) => effect(),
    generateOf: () => async () => ({ text: '', usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } }),
    executeOf:
      () =>
      async (id, { tool }) => ({ toolCallId: id, toolName: tool, status: 'ok' }),
    ...fields,
  };
}

const answered: StepResult = { toolCalls: [], toolResults: [], text: 'answered' };

/** Runs a step and hands over the catalog its core was given. */
async function catalogOf(
  registry: ToolRegistry,
  state: StepState,
  ...middlewares: StepMiddleware[]
): Promise<ToolCatalog> {
  const seen: ToolCatalog[] = [];
  const core = async (catalog: ToolCatalog): Promise<StepResult> => {
    seen.push(catalog);
    return answered;
  };
  await runStepChain({ middlewares, registry, core }, state);
  const [catalog] = seen;
  if (catalog === undefined) throw new Error('the core did not run');
  return catalog;
}

const names = (catalog: ToolCatalog): string[] => catalog.items().map(({ name }) => name);

test('CAT-1, CAT-2: without a change the core is given the items the step started from', async () => {
  const registry = registryOf('lab__a', 'lab__b');
  const items = stepCatalogItems({ registry, resources: ['lab'] });
  const catalog = await catalogOf(registry, stepState(items), (ctx) => ctx.next());
  expect(catalog.items()).toEqual(items);
});

test('CAT-3: a layer may replace the list or change it in place, and the core sees what it left', async () => {
  const registry = registryOf('lab__a', 'lab__b', 'lab__c');
  const items = () => stepCatalogItems({ registry, resources: ['lab'] });
  const replaced = await catalogOf(registry, stepState(items()), (ctx) => {
    ctx.toolCatalog = ctx.toolCatalog.filter(({ name }) => name !== 'lab__b');
    return ctx.next();
  });
  expect(names(replaced)).toEqual(['lab__a', 'lab__c']);
  const changed = await catalogOf(registry, stepState(items()), (ctx) => {
    ctx.toolCatalog.splice(0, 2);
    return ctx.next();
  });
  expect(names(changed)).toEqual(['lab__c']);
});

test('CAT-3: the change holds for that step only, also where the next starts from the same list', async () => {
  const registry = registryOf('lab__a', 'lab__b');
  const items = stepCatalogItems({ registry, resources: ['lab'] });
  const state = stepState(items);
  for (const change of [
    (ctx: StepMiddlewareContext) => void (ctx.toolCatalog = []),
    (ctx: StepMiddlewareContext) => void ctx.toolCatalog.pop(),
  ]) {
    await catalogOf(registry, state, (ctx) => {
      change(ctx);
      return ctx.next();
    });
    expect(names(await catalogOf(registry, state))).toEqual(['lab__a', 'lab__b']);
  }
  expect(registry.items()).toHaveLength(2);
});

test('CAT-3: an inner layer sees what an outer one changed, and the outer one sees what the inner one did', async () => {
  const registry = registryOf('lab__a', 'lab__b');
  const seen: string[][] = [];
  const note = (ctx: StepMiddlewareContext) => void seen.push(ctx.toolCatalog.map(({ name }) => name));
  const outer: StepMiddleware = async (ctx) => {
    ctx.toolCatalog = ctx.toolCatalog.slice(1);
    ctx.metadata = { by: 'outer' };
    const result = await ctx.next();
    note(ctx);
    return { ...result, text: `${result.text} ${JSON.stringify(ctx.metadata)}` };
  };
  const inner: StepMiddleware = (ctx) => {
    note(ctx);
    ctx.toolCatalog = [];
    ctx.metadata = { by: 'inner' };
    return ctx.next();
  };
  const state = stepState(stepCatalogItems({ registry, resources: ['lab'] }));
  const result = await runStepChain(
    { middlewares: [outer, inner], registry, core: async () => answered },
    state,
  );
  expect(seen).toEqual([['lab__b'], []]);
  expect(result.text).toBe('answered {"by":"inner"}');
});

test('CAT-3: what a layer does to the list after next() comes too late', async () => {
  const registry = registryOf('lab__a');
  const catalog = await catalogOf(
    registry,
    stepState(stepCatalogItems({ registry, resources: ['lab'] })),
    async (ctx) => {
      const result = await ctx.next();
      ctx.toolCatalog.length = 0;
      return result;
    },
  );
  expect(names(catalog)).toEqual(['lab__a']);
});

async function callIn(registry: ToolRegistry, catalog: ToolCatalog, name: string) {
  return new ToolExecutor(registry).execute({ id: 'c1', name, args: {} }, scopeOf(), { catalog });
}

test('CAT-6: an item copied by a layer is bound by name when next() is called: re-registered after that, it is stale', async () => {
  const registry = registryOf('lab__a');
  const catalog = await catalogOf(
    registry,
    stepState(stepCatalogItems({ registry, resources: ['lab'] })),
    (ctx) => {
      ctx.toolCatalog = ctx.toolCatalog.map((item) => ({ ...item, description: 'now with words' }));
      return ctx.next();
    },
  );
  expect(catalog.get('lab__a')?.description).toBe('now with words');
  expect((await callIn(registry, catalog, 'lab__a')).output).toBe('lab__a ran');
  registry.register({ name: 'lab__a', handler: () => 'other code' });
  expect((await callIn(registry, catalog, 'lab__a')).error?.code).toBe('E_TOOL_STALE');
});

test('CAT-6: a copy is bound to what is registered at next(), an item of the registry to its own registration', async () => {
  const registry = registryOf('lab__a', 'lab__b');
  const catalog = await catalogOf(
    registry,
    stepState(stepCatalogItems({ registry, resources: ['lab'] })),
    (ctx) => {
      ctx.toolCatalog = ctx.toolCatalog.map((item) => (item.name === 'lab__a' ? { ...item } : item));
      for (const name of ['lab__a', 'lab__b']) registry.register({ name, handler: () => `${name} anew` });
      return ctx.next();
    },
  );
  expect((await callIn(registry, catalog, 'lab__a')).output).toBe('lab__a anew');
  expect((await callIn(registry, catalog, 'lab__b')).error?.code).toBe('E_TOOL_STALE');
});

test('CAT-6: an item made by hand for a registered tool runs it; one for nothing is E_TOOL_NOT_FOUND', async () => {
  const registry = registryOf('lab__a', 'lab__hidden');
  const catalog = await catalogOf(registry, stepState([]), (ctx) => {
    ctx.toolCatalog = [{ name: 'lab__hidden', description: 'by hand' }, { name: 'lab__ghost' }];
    return ctx.next();
  });
  expect(names(catalog)).toEqual(['lab__hidden', 'lab__ghost']);
  expect((await callIn(registry, catalog, 'lab__hidden')).output).toBe('lab__hidden ran');
  expect((await callIn(registry, catalog, 'lab__ghost')).error?.code).toBe('E_TOOL_NOT_FOUND');
  expect((await callIn(registry, catalog, 'lab__a')).error?.code).toBe('E_TOOL_NOT_IN_CATALOG');
});

test('PIPE-1: a layer that does not call next() answers for the step; the core does not run', async () => {
  const registry = registryOf('lab__a');
  let ran = 0;
  const core = async (): Promise<StepResult> => {
    ran += 1;
    return answered;
  };
  const result = await runStepChain(
    { middlewares: [() => ({ ...answered, text: 'from cache' })], registry, core },
    stepState([]),
  );
  expect([result.text, ran]).toEqual(['from cache', 0]);
});

test('PIPE-1: what a layer throws rejects the step, and a catalog that is no list rejects it too', async () => {
  const registry = registryOf('lab__a');
  const core = async (): Promise<StepResult> => answered;
  const failing: StepMiddleware[] = [
    () => Promise.reject(new RangeError('layer')),
    (ctx) => {
      Reflect.set(ctx, 'toolCatalog', 7);
      return ctx.next();
    },
  ];
  for (const middleware of failing) {
    const outcome: unknown = await runStepChain(
      { middlewares: [middleware], registry, core },
      stepState([]),
    ).catch((thrown: unknown) => thrown);
    expect(outcome).toBeInstanceOf(Error);
  }
});

test('§6: a step layer sees turn, index, conversation as it now is, metadata, agents, once and emitMessageEvent', async () => {
  const registry = registryOf('lab__a');
  const emitted: unknown[] = [];
  let messages = [assistantMessage];
  const state: StepState = {
    ...stepState([], { stepIndex: 3, emitMessageEvent: (event) => void emitted.push(event) }),
    get conversationState() {
      return { baseMessages: messages, events: [], messages };
    },
  };
  const pipeline = new Pipeline();
  const seen: unknown[] = [];
  pipeline.register('step', async (ctx) => {
    seen.push(ctx.turn.id, ctx.stepIndex, ctx.conversationState.messages.length);
    messages = [];
    ctx.emitMessageEvent({ type: 'truncate' });
    seen.push(ctx.conversationState.messages.length, await ctx.once('effect', () => 7));
    seen.push(await ctx.agents.request({ agent: 'other' }, 'hello'));
    return ctx.next();
  });
  await runStepChain({ middlewares: pipeline.step.ordered(), registry, core: async () => answered }, state);
  expect(seen).toEqual(['t1', 3, 1, 0, 7, null]);
  expect(emitted).toEqual([{ type: 'truncate' }]);
});
