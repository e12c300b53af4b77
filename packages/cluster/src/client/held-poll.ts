import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import type { HeldCall } from './held-calls.ts';

/** What is asked for calls that wait for persons, and who is told. */
export interface HeldPollOptions {
  /** The calls that wait in these turns, and in those that follow from them. */
  readonly heldIn: (invocationIds: readonly string[]) => Promise<readonly HeldCall[]>;
  readonly tell: (event: RuntimeEvent) => void;
  readonly everyMs: number;
}

/** Tells of calls that wait for persons on other workers, in turns that anybody waits for: what a worker hears at once, the cluster tells only when asked. */
export class HeldPoll {
  readonly #options: HeldPollOptions;
  /** Those a worker of this process has told of, by handle. */
  readonly #heard = new Set<string>();
  readonly #told = new Map<string, RuntimeEvent>();
  /** Who waits, each with the turn it waits for. */
  readonly #waiting = new Set<{ readonly invocationId: string }>();
  #isPolling = false;

  constructor(options: HeldPollOptions) {
    this.#options = options;
  }

  /** Somebody waits for a turn; call what it answers with when that is over. */
  enter(invocationId: string): () => void {
    const waiter = { invocationId };
    this.#waiting.add(waiter);
    if (!this.#isPolling) void this.#poll();
    return () => {
      this.#waiting.delete(waiter);
      // Nobody looks any more whether they still wait.
      if (this.#waiting.size === 0) for (const handle of this.#told.keys()) this.released(handle);
    };
  }

  /** A call waits no more. */
  released(handle: string): void {
    const event = this.#told.get(handle);
    if (event === undefined) return;
    this.#told.delete(handle);
    this.#options.tell({ ...event, type: 'tool.released' });
  }

  /** Something that a worker of this process tells itself. */
  heard(event: RuntimeEvent | TurnDelta): void {
    if (event.type !== 'tool.held') return;
    const handle = event.attributes?.['handle'];
    if (typeof handle === 'string') this.#heard.add(handle);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiting.size > 0) {
      // Who waits hears of a server that does not answer by its own request.
      await this.#look().catch(() => undefined);
      await Bun.sleep(this.#options.everyMs);
    }
    this.#isPolling = false;
  }

  async #look(): Promise<void> {
    const ids = new Set(Array.from(this.#waiting, ({ invocationId }) => invocationId));
    const held = await this.#options.heldIn([...ids]);
    const names = new Set(held.map(({ handle }) => handle));
    for (const handle of this.#told.keys()) if (!names.has(handle)) this.released(handle);
    // What is told when nobody waits any more would stay for ever.
    if (this.#waiting.size === 0) return;
    for (const call of held) {
      if (this.#told.has(call.handle) || this.#heard.has(call.handle)) continue;
      const event = heldEvent(call);
      this.#told.set(call.handle, event);
      this.#options.tell(event);
    }
  }
}

/** The span of the call is not known here: the handle stands for it. */
function heldEvent({ handle, owner, about, createdAt, traceId }: HeldCall): RuntimeEvent {
  const { idempotencyKey: _, ...call } = owner;
  return {
    type: 'tool.held',
    at: Date.parse(createdAt),
    traceId,
    spanId: handle,
    ...call,
    attributes: { ...about, handle },
  };
}
