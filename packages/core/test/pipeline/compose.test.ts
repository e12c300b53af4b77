import * as fc from 'fast-check';
import { expect, test } from 'bun:test';
import { compose, Pipeline, type Middleware } from '../../src/index.ts';
import { MiddlewareStack } from '../../src/pipeline/middleware-stack.ts';
import { settled } from '../tool/support/never.ts';
import { throwAnything } from '../tool/support/ill-typed.ts';

interface Context {
  readonly log: string[];
  readonly next: () => Promise<string>;
}

type Layer = Middleware<Context, string>;

/** What a chain around a core that answers `core` comes to, with what its layers noted. */
function run(
  middlewares: readonly Layer[],
  core = async (): Promise<string> => 'core',
): { log: string[]; result: Promise<string> } {
  const log: string[] = [];
  const chain = compose({
    middlewares,
    contextOf: (state: string[], next: () => Promise<string>): Context => ({ log: state, next }),
    core: (state) => {
      state.push('core');
      return core();
    },
  });
  return { log, result: chain(log) };
}

function named(name: string): Layer {
  return async ({ log, next }) => {
    log.push(`${name} in`);
    const result = await next();
    log.push(`${name} out`);
    return `${name}(${result})`;
  };
}

/** What a promise is rejected with. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (thrown: unknown) => thrown,
  );
}

test('PIPE-1: the first layer is outermost, and each sees what the ones inside it gave back', async () => {
  const { log, result } = run([named('a'), named('b'), named('c')]);
  expect(await result).toBe('a(b(c(core)))');
  expect(log).toEqual(['a in', 'b in', 'c in', 'core', 'c out', 'b out', 'a out']);
});

test('PIPE-1: without layers the core is all there is', async () => {
  expect(await run([]).result).toBe('core');
});

test('PIPE-1: for any number of layers that nest in any order, in mirrors out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 30 }), async (names) => {
      const { log, result } = run(names.map(named));
      expect(await result).toBe(`${names.map((name) => `${name}(`).join('')}core${')'.repeat(names.length)}`);
      expect(log).toEqual([
        ...names.map((name) => `${name} in`),
        'core',
        ...names.toReversed().map((name) => `${name} out`),
      ]);
    }),
  );
});

test('PIPE-1: a layer that does not call next() short-circuits: nothing inside it runs', async () => {
  const { log, result } = run([named('a'), ({ log: notes }) => `cut ${notes.push('cut')}`, named('c')]);
  expect(await result).toBe('a(cut 2)');
  expect(log).toEqual(['a in', 'cut', 'a out']);
});

test('PIPE-1: a second next() is E_EXTENSION_NEXT_TWICE, and what is inside ran once', async () => {
  const twice: Layer = async ({ next }) => `${await next()}${await next()}`;
  const { log, result } = run([named('a'), twice, named('c')]);
  expect(await failureOf(result)).toMatchObject({ code: 'E_EXTENSION_NEXT_TWICE' });
  expect(log).toEqual(['a in', 'c in', 'core', 'c out']);
});

test('PIPE-1: a second next() is refused also while the first still runs, and also after the layer has answered', async () => {
  const both: Layer = async ({ next }) => {
    const [first, second] = await Promise.allSettled([next(), next()]);
    return `${first.status} ${second.status}`;
  };
  expect(await run([both]).result).toBe('fulfilled rejected');
  let late: (() => Promise<string>) | undefined;
  const keeps: Layer = ({ next }) => {
    late = next;
    return next();
  };
  expect(await run([keeps]).result).toBe('core');
  expect(await failureOf(late?.() ?? Promise.resolve())).toMatchObject({ code: 'E_EXTENSION_NEXT_TWICE' });
});

test('PIPE-1: next() belongs to one layer of one run: runs side by side do not use up each other’s', async () => {
  const log: string[] = [];
  const chain = compose({
    middlewares: [named('a'), named('b')],
    contextOf: (state: string[], next: () => Promise<string>): Context => ({ log: state, next }),
    core: async () => {
      await settled();
      return 'core';
    },
  });
  expect(await Promise.all([chain(log), chain(log), chain(log)])).toEqual([
    'a(b(core))',
    'a(b(core))',
    'a(b(core))',
  ]);
});

test.each([
  ['throws at once', (): string => throwAnything(new RangeError('boom'))],
  ['rejects', (): Promise<string> => Promise.reject(new RangeError('boom'))],
])('PIPE-1: a layer that %s rejects the chain; an outer one may catch it', async (_title, failing) => {
  expect(await failureOf(run([named('a'), failing]).result)).toBeInstanceOf(RangeError);
  const catching: Layer = ({ next }) => next().catch((thrown: unknown) => `caught ${String(thrown)}`);
  expect(await run([catching, failing]).result).toBe('caught RangeError: boom');
  expect(await failureOf(run([failing]).result)).toBeInstanceOf(RangeError);
});

test('PIPE-1: a core that throws at once rejects, with layers and without', async () => {
  const core = (): Promise<string> => throwAnything(new RangeError('core'));
  for (const middlewares of [[], [named('a')]]) {
    const { result } = run(middlewares, core);
    expect(await failureOf(result)).toBeInstanceOf(RangeError);
  }
});

test('PIPE-1: a next() nobody waits for fails on its own: no rejection is left without a handler', async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  try {
    const careless: Layer = ({ next }) => {
      void next();
      void next();
      return 'answered';
    };
    const { result } = run([careless, () => Promise.reject(new Error('inner'))]);
    expect(await result).toBe('answered');
    await settled();
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', listener);
  }
});

test('PIPE-1: lower priority is further out, equals keep the order of registration, 0 is the default', () => {
  const stack = new MiddlewareStack<Context, string>();
  const layers = {
    inner: named('inner'),
    first: named('first'),
    second: named('second'),
    outer: named('outer'),
  };
  stack.register(layers.inner, { priority: 10 });
  stack.register(layers.first);
  stack.register(layers.second, { priority: 0 });
  stack.register(layers.outer, { priority: -5 });
  expect(stack.ordered()).toEqual([layers.outer, layers.first, layers.second, layers.inner]);
});

test('PIPE-1: for any priorities the order is that of a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 20 }), (priorities) => {
      const stack = new MiddlewareStack<Context, string>();
      const layers = priorities.map((priority, index) => ({
        priority,
        index,
        middleware: named(String(index)),
      }));
      for (const { middleware, priority } of layers) stack.register(middleware, { priority });
      const expected = layers.toSorted(
        (left, right) => left.priority - right.priority || left.index - right.index,
      );
      expect(stack.ordered()).toEqual(expected.map(({ middleware }) => middleware));
    }),
  );
});

test('PIPE-1: the disposer takes away that registration alone, once; the order is one array until it changes', () => {
  const stack = new MiddlewareStack<Context, string>();
  const layer = named('a');
  const dispose = stack.register(layer);
  stack.register(layer);
  const before = stack.ordered();
  expect(stack.ordered()).toBe(before);
  dispose();
  dispose();
  expect(stack.ordered()).toEqual([layer]);
  expect(before).toEqual([layer, layer]);
  expect(Object.isFrozen(stack.ordered())).toBe(true);
});

test('PIPE-1: a pipeline keeps its three kinds apart', () => {
  const pipeline = new Pipeline();
  const turn = pipeline.register('turn', (ctx) => ctx.next());
  pipeline.register('step', (ctx) => ctx.next());
  pipeline.register('toolCall', (ctx) => ctx.next(), { priority: 1 });
  const counts = () =>
    [pipeline.turn, pipeline.step, pipeline.toolCall].map((stack) => stack.ordered().length);
  expect(counts()).toEqual([1, 1, 1]);
  turn();
  expect(counts()).toEqual([0, 1, 1]);
});
