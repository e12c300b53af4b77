import { GoondanError } from '../error/goondan-error.ts';

/** One layer around something: it may look at the context, call `next()` at most once, and answers with the result. */
export type Middleware<Context, Result> = (context: Context) => Result | Promise<Result>;

/** What a chain is made of. */
export interface Chain<State, Context, Result> {
  /** Outermost first. */
  readonly middlewares: readonly Middleware<Context, Result>[];
  /** Makes the context one layer sees, with its own `next`; `inner` is what that runs, for contexts that may let it run again. */
  readonly contextOf: (
    state: State,
    next: () => Promise<Result>,
    inner: (state: State) => Promise<Result>,
  ) => Context;
  /** What the layers surround. */
  readonly core: (state: State) => Promise<Result>;
  /** True: `next()` is refused once its layer has ended, when what it would run is over. */
  readonly closesLayers?: boolean;
}

/**
 * Joins layers to one function (PIPE-1): the first is outermost, `next()` runs at most once, not calling it short-circuits.
 * Each layer is bound to the one inside it here, and none is `async`: both would cost every call.
 */
export function compose<State, Context, Result>(
  chain: Chain<State, Context, Result>,
): (state: State) => Promise<Result> {
  const { middlewares, contextOf, core, closesLayers = false } = chain;
  type Run = (state: State) => Promise<Result>;

  const around = (inner: Run, middleware: Middleware<Context, Result>, index: number): Run => {
    const isInner = index > 0;
    return (state) => {
      let isCalled = false;
      let isClosed = false;
      const next = (): Promise<Result> => {
        if (isCalled || isClosed) return forgivable(Promise.reject(isCalled ? nextTwice() : nextLate()));
        isCalled = true;
        return inner(state);
      };
      try {
        const result = middleware(contextOf(state, next, inner));
        if (closesLayers) whenOver(result, () => (isClosed = true));
        if (!(result instanceof Promise)) return Promise.resolve(result);
        return isInner ? forgivable(result) : result;
      } catch (thrown) {
        return forgivable(Promise.reject(thrown));
      }
    };
  };
  const innermost: Run = (state) => {
    try {
      return core(state);
    } catch (thrown) {
      return forgivable(Promise.reject(thrown));
    }
  };
  return middlewares.reduceRight(around, innermost);
}

/** A layer may never look at what `next()` gave it; a failure in there must not end the process then. */
export function forgivable<Result>(promise: Promise<Result>): Promise<Result> {
  promise.then(undefined, ignore);
  return promise;
}

function ignore(): void {}

function whenOver(result: unknown, end: () => void): void {
  Promise.resolve(result).then(end, end);
}

function nextTwice(): GoondanError {
  return new GoondanError('E_EXTENSION_NEXT_TWICE', 'next() was called twice.');
}

function nextLate(): GoondanError {
  return new GoondanError('E_EXTENSION_NEXT_LATE', 'next() was called after its layer had ended.');
}
