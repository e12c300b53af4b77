/** One way to do the measured thing. */
export interface Contestant {
  readonly name: string;
  /** Makes the calls of one batch, off the clock, and returns what the clock measures: it answers with the last call's answer. */
  readonly prepare: (ids: readonly string[]) => () => Promise<unknown>;
  /** True when the answer of a call is the right one. */
  readonly answersRight: (answer: unknown) => boolean;
  /** True when wrong arguments were refused; absent for what validates nothing. */
  readonly refusesWrong?: () => Promise<boolean>;
  /** Closes what the contestant holds open. */
  readonly close?: () => Promise<void>;
}

/** What `callContestant` needs to know. */
export interface CallContestant<Call> {
  readonly name: string;
  /** Makes one call off the clock: what a model's answer would bring. */
  readonly prepare: (id: string) => Call;
  /** Does one call on the clock. */
  readonly call: (call: Call) => Promise<unknown>;
  readonly answersRight: (answer: unknown) => boolean;
  readonly refusesWrong?: () => Promise<boolean>;
  readonly close?: () => Promise<void>;
}

/** A contestant that awaits one call after the other: the same loop for all. */
export function callContestant<Call>(parts: CallContestant<Call>): Contestant {
  const { prepare, call, ...rest } = parts;
  return {
    ...rest,
    prepare: (ids) => {
      const calls = ids.map(prepare);
      return async () => {
        let answer: unknown;
        for (const each of calls) answer = await call(each);
        return answer;
      };
    },
  };
}

/** A contestant whose measured part is synchronous, so that no await is in the number. */
export function buildContestant(parts: {
  readonly name: string;
  readonly build: () => unknown;
  readonly answersRight: (answer: unknown) => boolean;
}): Contestant {
  return {
    name: parts.name,
    answersRight: parts.answersRight,
    prepare: (ids) => async () => {
      let answer: unknown;
      for (let index = 0; index < ids.length; index += 1) answer = parts.build();
      return answer;
    },
  };
}
