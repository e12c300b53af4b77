import { GoondanError } from '../error/goondan-error.ts';

/** One layer around something: it may look at the context, call `next()` at most once, and answers with the result. */
export type Middleware<Context, Result> = (context: Context) => Result | Promise<Result>;

/** What a chain is made of. */
export interface Chain<State, Context, Result> {
  /** Outermost first. */
  readonly middlewares: readonly Middleware<Context, Result>[];
  /** Makes the context one layer sees, with its own `next`. */
  readonly contextOf: (state: State, next: () => Promise<Result>) => Context;
  /** What the layers surround. */
  readonly core: (state: State) => Promise<Result>;
}

/**
 * Joins layers to one function (PIPE-1): the first is outermost, `next()` runs at most once, not calling it short-circuits.
 * Each layer is bound to the one inside it here, and none is `async`: both would cost every call.
 */
export function compose<State, Context, Result>(
  chain: Chain<State, Context, Result>,
): (state: State) => Promise<Result> {
  const { middlewares, contextOf, core } = chain;
  const around = (inner: Run<State, Result>, middleware: Middleware<Context, Result>): Run<State, Result> => {
    return (state) => {
      let isCalled = false;
      const next = (): Promise<Result> => {
        if (isCalled)
          return Promise.reject(new GoondanError('E_EXTENSION_NEXT_TWICE', 'next() was called twice.'));
        isCalled = true;
        return inner(state);
      };
      try {
        const result = middleware(contextOf(state, next));
        return result instanceof Promise ? result : Promise.resolve(result);
      } catch (thrown) {
        return Promise.reject(thrown);
      }
    };
  };
  return middlewares.reduceRight(around, core);
}

type Run<State, Result> = (state: State) => Promise<Result>;
