import type { HandleView, OpenTurn, RuntimeEvent, TurnDelta } from '@goondan/runtime';

/** What is asked for calls that wait for persons, and who is told. */
export interface HeldPollOptions {
  readonly handles: () => Promise<readonly HandleView[]>;
  readonly openTurns: () => Promise<readonly OpenTurn[]>;
  readonly tell: (event: RuntimeEvent) => void;
  readonly everyMs: number;
}

/** Tells of calls that wait for persons on other workers, while anybody waits for a turn: what a worker hears at once, the cluster tells only when asked. */
export class HeldPoll {
  readonly #options: HeldPollOptions;
  /** Those a worker of this process has told of, by handle. */
  readonly #heard = new Set<string>();
  readonly #told = new Map<string, RuntimeEvent>();
  #waiting = 0;
  #isPolling = false;

  constructor(options: HeldPollOptions) {
    this.#options = options;
  }

  /** Somebody waits for a turn; call what it answers with when that is over. */
  enter(): () => void {
    this.#waiting += 1;
    if (!this.#isPolling) void this.#poll();
    return () => {
      this.#waiting -= 1;
      // Nobody looks any more whether they still wait.
      if (this.#waiting === 0) for (const handle of this.#told.keys()) this.released(handle);
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
    while (this.#waiting > 0) {
      // Who waits hears of a server that does not answer by its own request.
      await this.#look().catch(() => undefined);
      await Bun.sleep(this.#options.everyMs);
    }
    this.#isPolling = false;
  }

  async #look(): Promise<void> {
    const held = (await this.#options.handles()).filter(({ status }) => status === 'held');
    const names = new Set(held.map(({ handle }) => handle));
    for (const handle of this.#told.keys()) if (!names.has(handle)) this.released(handle);
    // What is told when nobody waits any more would stay for ever.
    if (this.#waiting === 0) return;
    const fresh = held.filter(({ handle }) => !this.#told.has(handle) && !this.#heard.has(handle));
    if (fresh.length === 0) return;
    const turns = await this.#options.openTurns();
    if (this.#waiting === 0) return;
    for (const view of fresh) {
      const turn = turns.find(({ turnId }) => turnId === view.turnId);
      const event = heldEvent(view, turn?.event.traceId ?? '');
      this.#told.set(view.handle, event);
      this.#options.tell(event);
    }
  }
}

/** The span of the call is not known here: the handle stands for it. */
function heldEvent(view: HandleView, traceId: string): RuntimeEvent {
  const { handle, agentName, instanceKey, turnId, toolCallId, toolName, about, createdAt } = view;
  return {
    type: 'tool.held',
    at: Date.parse(createdAt),
    traceId,
    spanId: handle,
    agentName,
    instanceKey,
    turnId,
    toolCallId,
    toolName,
    attributes: { ...about, handle },
  };
}
