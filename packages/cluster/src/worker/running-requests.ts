/** The requests a worker is at, so that it can come to an end. */
export class RunningRequests {
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #idle: (() => void)[] = [];
  #count = 0;
  #isDraining = false;

  constructor(handle: (request: Request) => Promise<Response>) {
    this.#handle = handle;
  }

  /** Answers a request; none while it comes to its end, so that the cluster tries elsewhere or later. */
  async answer(request: Request): Promise<Response> {
    if (this.#isDraining) return new Response('The worker is coming to its end.', { status: 503 });
    this.#count += 1;
    try {
      const response = await this.#handle(request);
      const { body } = response;
      if (body === null) {
        this.#left();
        return response;
      }
      const left = new TransformStream<Uint8Array, Uint8Array>({ flush: () => this.#left() });
      const { status, headers } = response;
      const piped = body.pipeThrough(left);
      return new Response(piped, { status, headers });
    } catch (thrown) {
      this.#left();
      throw thrown;
    }
  }

  /** Takes nothing new; resolves when what runs is over, or after that while. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    if (this.#count === 0 || graceMs === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.push(resolve);
    const timer = setTimeout(resolve, graceMs);
    await promise;
    clearTimeout(timer);
  }

  #left(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const tell of this.#idle.splice(0)) tell();
  }
}
