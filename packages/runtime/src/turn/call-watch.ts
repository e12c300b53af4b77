import type { Agent, WatchedCall } from './agent.ts';

/** Tells whoever supervises the process which call runs in it, from the start of its handler to its end. */
export class CallWatch {
  readonly #agent: Agent;
  readonly #call: WatchedCall;
  #ended: (() => void) | undefined;

  private constructor(agent: Agent, call: WatchedCall, ended: (() => void) | undefined) {
    this.#agent = agent;
    this.#call = call;
    this.#ended = ended;
  }

  /** The handler is about to start. */
  static async begin(agent: Agent, call: WatchedCall): Promise<CallWatch> {
    return new CallWatch(agent, call, await agent.watch?.(call));
  }

  /** A handler that waits for others does nothing: what happens to its process meanwhile is not its doing. */
  async pausedFor<Value>(wait: () => Promise<Value>): Promise<Value> {
    this.end();
    try {
      return await wait();
    } finally {
      this.#ended = await this.#agent.watch?.(this.#call);
    }
  }

  /** The handler has ended. */
  end(): void {
    this.#ended?.();
    this.#ended = undefined;
  }
}
