import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent, TurnDelta } from '../telemetry/runtime-event.ts';

/** A call that waits for a person, as it is shown. */
export interface HeldCallView {
  readonly handle: JsonValue;
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolName: string;
  readonly args: JsonValue;
  readonly rule: JsonValue;
  /** Of a call whose handler wants to know something: what. */
  readonly question?: JsonValue;
}

/** Whether a held call is one that somebody waits for. */
export type IsHolding = (event: RuntimeEvent) => boolean;

/** Knows which calls wait for a person, from the events of an engine. */
export class HeldCalls {
  readonly #held = new Map<string, RuntimeEvent>();
  /** Told of as held, until it is known that there is no answer. */
  readonly #looking = new Map<string, RuntimeEvent>();
  readonly #isAnswered: (handle: string) => Promise<boolean>;
  readonly #checks = new Set<() => void>();

  /** `isAnswered` says whether an answer is on record already: then the call is told of as held, and goes on at once. */
  constructor(isAnswered: (handle: string) => Promise<boolean>) {
    this.#isAnswered = isAnswered;
  }

  /** Hears what happens. */
  observe(event: RuntimeEvent | TurnDelta): void {
    if (event.type === 'delta') return;
    if (event.type === 'tool.held') void this.#hold(event);
    else if (event.type.startsWith('tool.')) this.#release(event.spanId);
    else if (event.type === 'turn.cancelled' || event.type === 'turn.failed') this.#forgetTurn(event.turnId);
  }

  /** The calls that hold it up. */
  calls(isHolding: IsHolding): HeldCallView[] {
    return [...this.#held.values()].filter(isHolding).map(viewOf);
  }

  /** Resolves once something holds it up, at once where something does; never when the signal aborts first. */
  until(isHolding: IsHolding, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (![...this.#held.values()].some(isHolding)) return;
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      signal.addEventListener('abort', () => this.#checks.delete(check), { once: true });
      check();
    });
  }

  async #hold(event: RuntimeEvent): Promise<void> {
    const handle = event.attributes?.['handle'];
    this.#looking.set(event.spanId, event);
    const isAnswered = typeof handle === 'string' && (await this.#isAnswered(handle).catch(() => false));
    // What was released meanwhile is not looked for any more.
    if (this.#looking.get(event.spanId) !== event) return;
    this.#looking.delete(event.spanId);
    if (isAnswered) return;
    this.#held.set(event.spanId, event);
    for (const check of this.#checks) check();
  }

  #release(spanId: string): void {
    this.#held.delete(spanId);
    this.#looking.delete(spanId);
  }

  #forgetTurn(turnId: string): void {
    for (const [spanId, event] of [...this.#held, ...this.#looking])
      if (event.turnId === turnId) this.#release(spanId);
  }
}

function viewOf({
  agentName,
  instanceKey,
  turnId,
  toolName = '',
  attributes = {},
}: RuntimeEvent): HeldCallView {
  const { handle = null, args = null, rule = null, question } = attributes;
  const view = { handle, agentName, instanceKey, turnId, toolName, args, rule };
  return question === undefined ? view : { ...view, question };
}
