import type { AgentEvent, JsonValue } from '@goondan/core';
import type { McpCaller, McpRequestContext } from '@goondan/mcp';
import {
  HeldCalls,
  isHandleAnswered,
  type Address,
  type Engine,
  type HeldCallView,
  type IsHolding,
  type RuntimeEvent,
  type TurnOutcome,
  type WorkspaceLayout,
} from '@goondan/runtime';
import { heldOutcome } from './held-requests.ts';
import { freeKey } from './instance-keys.ts';
import { Recent } from './recent.ts';
import { progressText } from './turn-progress.ts';

/** Of how many turns it is known when they were last heard of. */
const mostRemembered = 10_000;

/** A turn that a client has set going. */
export interface SwarmTurn extends Address {
  readonly turnId: string;
  readonly traceId: string;
}

/** How far a turn has got: to its end, to a person who has to decide, or just further than it is waited for. */
export type Followed =
  | { readonly kind: 'ended'; readonly outcome: TurnOutcome }
  | { readonly kind: 'held'; readonly calls: readonly HeldCallView[] }
  | { readonly kind: 'late' };

/** How a turn is followed. */
export interface FollowOptions {
  /** Aborts when the client does not want it any more. */
  readonly signal: AbortSignal;
  /** Whether a call that waits for a person ends the following. */
  readonly stopsWhenHeld: boolean;
  /** How long it is waited for. Default: to its end. */
  readonly limitMs?: number;
}

/** The turns of a swarm as a server of calls sees them. */
export class SwarmTurns {
  readonly #engine: Engine;
  readonly #held: HeldCalls;
  readonly #stopObserving: () => void;
  /** Conversations that a call is about to use: the engine does not know of it yet. */
  readonly #taken = new Set<string>();
  /** When something was last heard of a turn. */
  readonly #heardAt = new Recent<number>(mostRemembered);
  readonly #following = new Set<Promise<unknown>>();

  /** Made before the engine goes on with open turns, it knows of every call that is held. */
  constructor(engine: Engine, layout: WorkspaceLayout) {
    this.#engine = engine;
    this.#held = new HeldCalls((handle) => isHandleAnswered(layout.handles, handle));
    this.#stopObserving = engine.observe((event) => {
      this.#held.observe(event);
      if (event.type !== 'delta') this.#heardAt.set(event.turnId, event.at);
    });
  }

  /** Sets a turn going; once it resolves the turn cannot be lost. */
  async begin(
    to: Address,
    event: AgentEvent,
    options: { readonly workdir?: string } = {},
  ): Promise<SwarmTurn> {
    const { turnId } = await this.#engine.send(to, event, options);
    return { ...to, turnId, traceId: event.traceId ?? '' };
  }

  /** Uses a conversation of the caller's in which nothing else happens. */
  async inFreeInstance<Value>(
    agent: string,
    caller: McpCaller,
    use: (instanceKey: string) => Promise<Value>,
  ): Promise<Value> {
    const open = new Set(
      (await this.#engine.openTurns())
        .filter((turn) => turn.agent === agent)
        .map(({ instanceKey }) => instanceKey),
    );
    const instanceKey = freeKey(caller, (key) => open.has(key) || this.#taken.has(`${agent}/${key}`));
    const taken = `${agent}/${instanceKey}`;
    this.#taken.add(taken);
    try {
      return await use(instanceKey);
    } finally {
      this.#taken.delete(taken);
    }
  }

  /** Tells a client how the turns of a trace get on, from before the first of them begins until the function it returns is called. */
  tell(traceId: string, context: Pick<McpRequestContext, 'progress' | 'log'>): () => void {
    let count = 0;
    return this.#engine.observe((event) => {
      if (event.type === 'delta' || event.traceId !== traceId) return;
      const message = progressText(event);
      if (message === undefined) return;
      count += 1;
      context.progress({ progress: count, message });
      if (event.type === 'tool.held') context.log('warning', message);
    });
  }

  /** Waits for a turn. A client that goes away takes the turn with it. */
  follow(turn: SwarmTurn, options: FollowOptions): Promise<Followed> {
    const following = this.#follow(turn, options);
    this.#following.add(following);
    return following.finally(() => this.#following.delete(following));
  }

  /** The calls that a turn waits for. */
  heldCalls(turn: SwarmTurn): HeldCallView[] {
    return this.#held.calls(holdsUp(turn));
  }

  /** Resolves once a call of the turn is held. */
  untilHeld(turn: SwarmTurn, signal: AbortSignal): Promise<void> {
    return this.#held.until(holdsUp(turn), signal);
  }

  /** Gives a turn's held calls what a person has answered; what cannot be used, or comes too late, is passed over. */
  async answer(turn: SwarmTurn, answers: Readonly<Record<string, unknown>>): Promise<void> {
    for (const call of this.heldCalls(turn)) {
      const { handle } = call;
      if (typeof handle !== 'string') continue;
      const outcome: JsonValue | undefined = heldOutcome(call, answers[handle]);
      if (outcome === undefined) continue;
      const released = Promise.withResolvers<void>();
      const stop = this.#engine.observe((event) => {
        if (isReleaseOf(event, handle)) released.resolve();
      });
      try {
        await this.#engine.complete(handle, outcome);
        // Until then it counts as held, and would be asked for again.
        await Promise.race([released.promise, this.#ended(turn.turnId)]);
      } catch (thrown) {
        if (!isTooLate(thrown)) throw thrown;
      } finally {
        stop();
      }
    }
  }

  /** When something was last heard of a turn, in milliseconds since 1970. */
  heardAt(turnId: string): number | undefined {
    return this.#heardAt.get(turnId);
  }

  /** Waits for what clients that have gone away had begun, and stops listening. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#following);
    this.#stopObserving();
  }

  async #follow(turn: SwarmTurn, options: FollowOptions): Promise<Followed> {
    const { signal, stopsWhenHeld, limitMs } = options;
    const done = new AbortController();
    const cancel = (): void => {
      void this.#engine.cancel(turn.turnId, 'the MCP client has cancelled it').catch(() => undefined);
    };
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const waits: Promise<Followed>[] = [
        this.#engine.attach(turn.turnId).then((outcome) => ({ kind: 'ended', outcome })),
      ];
      if (stopsWhenHeld)
        waits.push(
          this.untilHeld(turn, done.signal).then(() => ({ kind: 'held', calls: this.heldCalls(turn) })),
        );
      if (limitMs !== undefined)
        waits.push(
          new Promise((resolve) => {
            timer = setTimeout(resolve, limitMs, { kind: 'late' });
          }),
        );
      return await Promise.race(waits);
    } finally {
      clearTimeout(timer);
      done.abort();
      signal.removeEventListener('abort', cancel);
    }
  }

  #ended(turnId: string): Promise<unknown> {
    return this.#engine.attach(turnId).catch(() => undefined);
  }
}

function holdsUp({ turnId, traceId }: SwarmTurn): IsHolding {
  return (event) => event.turnId === turnId || event.traceId === traceId;
}

function isReleaseOf(event: RuntimeEvent | { readonly type: 'delta' }, handle: string): boolean {
  return event.type === 'tool.released' && event.attributes?.['handle'] === handle;
}

function isTooLate(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('E_HANDLE_');
}
