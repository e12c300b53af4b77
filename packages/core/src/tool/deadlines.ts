/** Something with a limit on its time; linked into `Deadlines` while it runs. */
export interface Timed {
  readonly timeoutMs: number;
  /** By `performance.now()`. */
  readonly startedAt: number;
  expire(): void;
  /** Owned by `Deadlines`. */
  deadlineList: TimedList | undefined;
  deadlinePrevious: Timed | undefined;
  deadlineNext: Timed | undefined;
}

/** How long a call may be young before it is given a place by its deadline; also the precision of short limits. */
const sweepMs = 4;
/** Timers of more than this ring at once. */
const longestTimerMs = 2_147_483_647;

/**
 * One timer for all running calls. A call that ends within a few milliseconds, as most do, costs two pointer
 * writes: only those that live longer are sorted by deadline, one list per limit, each in order of start.
 * The process can exit as soon as nothing is timed, at most one sweep later.
 */
export class Deadlines {
  readonly #young = new TimedList();
  readonly #aged = new Map<number, TimedList>();
  #isSweeping = false;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #alarmAt = Infinity;

  /** Calls `timed.expire()` once its limit has passed, unless it is removed before. */
  add(timed: Timed): void {
    this.#young.append(timed);
    if (!this.#isSweeping) {
      this.#isSweeping = true;
      setTimeout(() => this.#sortYoung(), sweepMs);
    }
  }

  /** Forgets a call; harmless when it is not there. */
  remove(timed: Timed): void {
    const list = timed.deadlineList;
    if (list === undefined) return;
    list.remove(timed);
    if (list === this.#young || list.first !== undefined) return;
    this.#aged.delete(timed.timeoutMs);
    if (this.#aged.size === 0) this.#setAlarm(Infinity);
  }

  #sortYoung(): void {
    this.#isSweeping = false;
    for (let timed = this.#young.first; timed !== undefined; timed = this.#young.first) {
      this.#young.remove(timed);
      let list = this.#aged.get(timed.timeoutMs);
      if (list === undefined) this.#aged.set(timed.timeoutMs, (list = new TimedList()));
      list.append(timed);
    }
    this.#expireAged();
  }

  #expireAged(): void {
    const now = performance.now();
    let nextAt = Infinity;
    for (const [timeoutMs, list] of this.#aged) {
      let first = list.first;
      while (first !== undefined && first.startedAt + timeoutMs <= now) {
        this.remove(first);
        first.expire();
        first = list.first;
      }
      if (first !== undefined) nextAt = Math.min(nextAt, first.startedAt + timeoutMs);
    }
    this.#setAlarm(nextAt);
  }

  #setAlarm(at: number): void {
    if (at === this.#alarmAt) return;
    clearTimeout(this.#alarm);
    this.#alarmAt = at;
    // Time may have passed the deadline meanwhile: Bun warns of negative delays.
    const delay = Math.max(0, Math.min(longestTimerMs, Math.ceil(at - performance.now())));
    this.#alarm = at === Infinity ? undefined : setTimeout(() => this.#ring(), delay);
  }

  #ring(): void {
    this.#alarmAt = Infinity;
    this.#expireAged();
  }
}

/** Calls in order of start. Owned by `Deadlines`. */
export class TimedList {
  first: Timed | undefined = undefined;
  #last: Timed | undefined = undefined;

  append(timed: Timed): void {
    // Nearly always the last of them; but a handler that calls a tool before its first await is added after that call.
    let previous = this.#last;
    while (previous !== undefined && previous.startedAt > timed.startedAt)
      previous = previous.deadlinePrevious;
    const next = previous === undefined ? this.first : previous.deadlineNext;
    timed.deadlineList = this;
    timed.deadlinePrevious = previous;
    timed.deadlineNext = next;
    if (previous === undefined) this.first = timed;
    else previous.deadlineNext = timed;
    if (next === undefined) this.#last = timed;
    else next.deadlinePrevious = timed;
  }

  remove(timed: Timed): void {
    const { deadlinePrevious: previous, deadlineNext: next } = timed;
    if (previous === undefined) this.first = next;
    else previous.deadlineNext = next;
    if (next === undefined) this.#last = previous;
    else next.deadlinePrevious = previous;
    timed.deadlineList = undefined;
    timed.deadlinePrevious = undefined;
    timed.deadlineNext = undefined;
  }
}
