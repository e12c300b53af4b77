import { textOfThrown } from '@goondan/core/basics';
import type { RuntimeEvent, TurnDelta } from '../../telemetry/runtime-event.ts';

/** Hears what happens in turns. */
type Observer = (event: RuntimeEvent | TurnDelta) => void;

/** Those who watch an engine. */
export class Observers {
  readonly #observers = new Set<Observer>();
  readonly #logger: Console;

  constructor(logger: Console) {
    this.#logger = logger;
  }

  /** Adds one until the function it returns is called. */
  add(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Tells all; one that fails disturbs no other, and no turn. */
  tell(event: RuntimeEvent | TurnDelta): void {
    for (const observer of this.#observers) {
      try {
        observer(event);
      } catch (thrown) {
        this.#logger.error(`An observer failed: ${textOfThrown(thrown)}`);
      }
    }
  }
}
