import type { Middleware } from './compose.ts';

/** The middlewares of one kind, in order: lower priority is further out, equals in order of registration (PIPE-1). */
export class MiddlewareStack<Context, Result> {
  #layers: Layer<Context, Result>[] = [];
  #ordered: readonly Middleware<Context, Result>[] = [];

  constructor(middlewares: Iterable<Middleware<Context, Result>> = []) {
    for (const middleware of middlewares) this.register(middleware);
  }

  /** Adds a layer inside those of its priority; the disposer takes it away. Throws when it is not a function. */
  register(middleware: Middleware<Context, Result>, options: { priority?: number } = {}): () => void {
    if (typeof middleware !== 'function') throw new TypeError('A middleware must be a function.');
    const layer = { middleware, priority: options.priority ?? 0 };
    this.#change([...this.#layers, layer]);
    return () => this.#change(this.#layers.filter((other) => other !== layer));
  }

  /** The layers, outermost first; the same array until one is added or taken away. */
  ordered(): readonly Middleware<Context, Result>[] {
    return this.#ordered;
  }

  #change(layers: Layer<Context, Result>[]): void {
    this.#layers = layers.sort((left, right) => left.priority - right.priority);
    this.#ordered = Object.freeze(layers.map((layer) => layer.middleware));
  }
}

interface Layer<Context, Result> {
  readonly middleware: Middleware<Context, Result>;
  readonly priority: number;
}
