import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** The same for every copy of this package: a bundle may bring its own. */
const brand = Symbol.for('goondan.Question');

/** The answer of a handler that cannot go on before a person has answered (PEND-3); made by `ask()`. A class, so that inside other data it is no JSON. */
export class Question {
  readonly [brand] = true;
  /** What the person is shown. */
  readonly about: JsonObject;
  /** What the handler is given back with the answer. */
  readonly state: JsonValue;

  constructor(about: JsonObject, state: JsonValue) {
    this.about = about;
    this.state = state;
  }
}

/** What a person answered to a handler's question. */
export interface Answered {
  readonly answer: JsonValue;
  /** What the handler had given to be kept. */
  readonly state: JsonValue;
}

/**
 * Holds the call until a person has answered: the handler's run ends here, and it is run again, with the same input, with `ctx.answered`. The
 * wait survives a restart; `state` is all that is kept of the first run.
 */
export function ask(about: JsonObject, state: JsonValue = null): Question {
  return new Question(about, state);
}

/** True for what `ask()` made. Never throws, whatever a handler gave back. */
export function isQuestion(value: unknown): value is Question {
  try {
    return typeof value === 'object' && value !== null && brand in value;
  } catch {
    return false;
  }
}
