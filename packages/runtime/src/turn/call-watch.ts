import type { Agent, WatchedCall } from './agent.ts';

/** Tells whoever supervises the process which call runs in it, from the start of its handler to its end. */
export class CallWatch {
  readonly #agent: Agent;
  readonly #call: WatchedCall;
  #ended: (() => void) | undefined;
  #isOver = false;

  private constructor(agent: Agent, call: WatchedCall, ended: (() => void) | undefined) {
    this.#agent = agent;
    this.#call = call;
    this.#ended = ended;
  }

  /** The handler is about to start. */
  static async begin(agent: Agent, call: WatchedCall): Promise<CallWatch> {
    return new CallWatch(agent, call, await agent.watch?.(call));
  }

  /** A handler that waits for the runtime does nothing: what happens to its process meanwhile is not its doing. */
  async pausedFor<Value>(wait: () => Promise<Value>): Promise<Value> {
    this.#tell();
    try {
      return await wait();
    } finally {
      // The call may have been ended while its handler still waited.
      if (!this.#isOver) this.#ended = await this.#agent.watch?.(this.#call);
      if (this.#isOver) this.#tell();
    }
  }

  /** The handler has ended, or is not waited for any more. */
  end(): void {
    this.#isOver = true;
    this.#tell();
  }

  #tell(): void {
    this.#ended?.();
    this.#ended = undefined;
  }
}
