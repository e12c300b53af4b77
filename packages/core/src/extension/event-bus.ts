import type { JsonValue } from '../json/json-value.ts';
import { textOf } from '../tool/failure.ts';
import type { EventListener } from './extension-api.ts';

/** Carries events between the extensions of one process. */
export class EventBus {
  readonly #listeners = new Map<string, Set<{ readonly listener: EventListener }>>();
  readonly #logger: Console;

  constructor(logger: Console) {
    this.#logger = logger;
  }

  /** Listens until the returned function is called. */
  on(name: string, listener: EventListener): () => void {
    const entry = { listener };
    const entries = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#listeners.get(name) === entries) this.#listeners.delete(name);
    };
  }

  /** Tells all listeners in order of registration; failures are logged and disturb nobody. */
  emit(name: string, payload?: JsonValue): void {
    for (const { listener } of Array.from(this.#listeners.get(name) ?? [])) {
      const report = (thrown: unknown): void =>
        this.#logger.error(`A listener of '${name}' failed: ${textOf(thrown)}`);
      try {
        void Promise.resolve(listener(payload)).catch(report);
      } catch (thrown) {
        report(thrown);
      }
    }
  }
}
