import { sortedJson, type ToolCall } from '@goondan/core';

const fromTimes = 3;

/** Counts how often the same call was made in a row within a turn (LOOP-1). */
export class Repetition {
  #last = '';
  #count = 0;

  /** What to tell the model about a call, when it is one too many. */
  note(call: ToolCall): string | undefined {
    const identity = sortedJson([call.name, call.args]);
    this.#count = identity === this.#last ? this.#count + 1 : 1;
    this.#last = identity;
    if (this.#count < fromTimes) return undefined;
    return `This is call ${this.#count} in a row of ${call.name} with the same arguments in this turn. Use the results you have, change the arguments, or answer.`;
  }
}
