import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import { duration } from '../output/duration.ts';
import { oneLine } from '../output/terminal-text.ts';

/** What takes less is over before it can be read. */
const shownAfterMs = 1000;

/** What turns are at: the steps and calls that have begun and not ended. */
export class TurnActivity {
  /** By their spans, the newest last. */
  readonly #running = new Map<string, RuntimeEvent>();

  onEvent(event: RuntimeEvent | TurnDelta): void {
    switch (event.type) {
      case 'step.started':
      case 'tool.started':
        this.#running.delete(event.spanId);
        this.#running.set(event.spanId, event);
        return;
      case 'step.completed':
      case 'step.failed':
      case 'tool.completed':
      case 'tool.failed':
      case 'tool.held':
        this.#running.delete(event.spanId);
        return;
      case 'turn.completed':
      case 'turn.failed':
      case 'turn.cancelled':
        for (const [spanId, { turnId }] of this.#running)
          if (turnId === event.turnId) this.#running.delete(spanId);
        return;
      default:
    }
  }

  /** The newest of them with the time it has taken: `hello  step 1 … 3.0 s`; empty where nothing takes long. */
  text(now: number): string {
    const newest = [...this.#running.values()].at(-1);
    if (newest === undefined || now - newest.at < shownAfterMs) return '';
    const { agentName, toolName, stepIndex = 0, at } = newest;
    const what = toolName ?? `step ${stepIndex + 1}`;
    const took = duration(Math.floor((now - at) / 1000) * 1000);
    return `${oneLine(agentName, 40)}  ${oneLine(what, 64)} … ${took}`;
  }
}
