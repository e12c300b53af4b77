import type { RuntimeEvent, TurnDelta } from '@goondan/runtime';
import type { Output } from '../output/output.ts';
import { TurnActivity } from './turn-activity.ts';

const tickMs = 500;

/** A line on a terminal about what a turn is at. */
export interface TurnProgress {
  readonly onEvent: (event: RuntimeEvent | TurnDelta) => void;
  /** Says how it stands; done by itself as time goes by. */
  readonly tick: () => void;
  /** Takes the line away for good. */
  readonly end: () => void;
}

/** Tells a person who waits at a terminal what a turn is at, in one line that is replaced; nothing where somebody else reads what is written. */
export function showTurnProgress(output: Output): TurnProgress {
  const activity = new TurnActivity();
  const isShown = output.format === 'text' && output.isTerminal;
  const tick = (): void => {
    if (isShown) output.status(activity.text(Date.now()));
  };
  const timer = isShown ? setInterval(tick, tickMs) : undefined;
  return {
    onEvent: (event) => activity.onEvent(event),
    tick,
    end: () => {
      clearInterval(timer);
      output.status('');
    },
  };
}
