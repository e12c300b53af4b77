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

  /** Tells those who listen now in order of registration; failures are logged and disturb nobody. */
  emit(name: string, payload?: JsonValue): void {
    const entries = this.#listeners.get(name);
    for (const entry of Array.from(entries ?? [])) {
      if (entries?.has(entry) !== true) continue;
      const report = (thrown: unknown): void =>
        this.#logger.error(`A listener of '${name}' failed: ${textOf(thrown)}`);
      try {
        void Promise.resolve(entry.listener(payload)).catch(report);
      } catch (thrown) {
        report(thrown);
      }
    }
  }
}
