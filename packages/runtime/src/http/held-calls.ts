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
}

/** Whether a held call is one that somebody waits for. */
export type IsHolding = (event: RuntimeEvent) => boolean;

/** Knows which calls wait for a person, from the events of an engine. */
export class HeldCalls {
  readonly #held = new Map<string, RuntimeEvent>();
  readonly #checks = new Set<() => void>();

  /** Hears what happens. */
  observe(event: RuntimeEvent | TurnDelta): void {
    if (event.type === 'delta') return;
    if (event.type === 'tool.held') {
      this.#held.set(event.spanId, event);
      for (const check of this.#checks) check();
    } else if (event.type.startsWith('tool.')) this.#held.delete(event.spanId);
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

  #forgetTurn(turnId: string): void {
    for (const [spanId, event] of this.#held) if (event.turnId === turnId) this.#held.delete(spanId);
  }
}

function viewOf({
  agentName,
  instanceKey,
  turnId,
  toolName = '',
  attributes = {},
}: RuntimeEvent): HeldCallView {
  const { handle = null, args = null, rule = null } = attributes;
  return { handle, agentName, instanceKey, turnId, toolName, args, rule };
}
