import type { AgentEvent, JsonValue } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { recordableOutcome } from '../recordable-outcome.ts';
import type { Address } from '../turn-context.ts';
import type { Handles } from './handles.ts';

/** What it takes to bring outcomes to their instances. */
export interface CompletionsOptions {
  readonly handles: Handles;
  readonly agents: readonly string[];
  readonly logger: Console;
  /** Takes an event in; its turn begins only where it may. */
  readonly take: (to: Address, event: AgentEvent, mayBegin: boolean) => Promise<unknown>;
}

/** Completes handles, and brings the outcomes of calls that are finished to their instances, as events of their own (PEND-2). */
export class Completions {
  readonly #options: CompletionsOptions;

  constructor(options: CompletionsOptions) {
    this.#options = options;
  }

  /** Completes a handle. Throws `E_HANDLE_*`. */
  async complete(handle: string, outcome: JsonValue): Promise<void> {
    const { kind } = await this.#options.handles.complete(handle, recordableOutcome(handle, outcome));
    if (kind === 'detached') await this.#deliver(handle, true);
  }

  /** The same for an answer that an attempt which was cut off may have given. */
  async completeOnce(handle: string, outcome: JsonValue): Promise<void> {
    try {
      await this.complete(handle, outcome);
    } catch (thrown) {
      if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_COMPLETED') throw thrown;
      await this.#deliver(handle, true);
    }
  }

  /** Brings what was completed while nobody ran; no turn begins of it yet. */
  async deliverLeft(): Promise<void> {
    for (const { handle } of await this.#options.handles.undelivered()) await this.#deliver(handle, false);
  }

  async #deliver(handle: string, mayBegin: boolean): Promise<void> {
    const { handles, agents, logger, take } = this.#options;
    const completion = await handles.completionEvent(handle);
    if (completion === undefined) return;
    const { to, event } = completion;
    if (!agents.includes(to.agent)) {
      const reason = `agent '${to.agent}' is no longer in the bundle; it is delivered once it is back`;
      logger.warn(`The outcome of handle '${handle}' waits: ${reason}.`);
      return;
    }
    await take(to, event, mayBegin);
    await handles.markDelivered(handle);
  }
}
