import { randomUUID } from 'node:crypto';
import { sortedJson } from '@goondan/core';
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { CallAnswer } from './connection.ts';

type Params = ElicitRequest['params'];

/** What a call came to, or what its server wants to know before it goes on. */
export type LiveStep =
  | { readonly type: 'answer'; readonly answer: CallAnswer }
  | { readonly type: 'question'; readonly id: string; readonly params: Params };

/** What a person has answered to a question of an earlier run of the same call. */
export interface Given {
  readonly params: unknown;
  readonly result: ElicitResult;
}

interface Live {
  readonly ended: Promise<LiveStep>;
  asked: PromiseWithResolvers<LiveStep>;
  reply: ((result: ElicitResult) => void) | undefined;
  readonly abort: (reason: unknown) => void;
  /** Not asked again. */
  readonly given: Given[];
}

/**
 * Calls to servers of 2025-11-25 that are under way. Such a server asks in the middle of a call and waits; the call is kept here while a person is
 * asked, for as long as this process lives.
 */
export class LiveCalls {
  readonly #calls = new Map<string, Live>();

  /** Starts a call and waits until it has ended or its server asks. What was answered in an earlier run of it is not asked again. */
  async start(
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<CallAnswer>,
    given: readonly Given[] = [],
  ): Promise<LiveStep> {
    const id = randomUUID();
    const controller = new AbortController();
    const ended = send(controller.signal).then((answer): LiveStep => ({ type: 'answer', answer }));
    // It may end while nobody waits: whoever comes back for it is told then.
    ended.catch(() => undefined);
    const abort = (reason: unknown): void => controller.abort(reason);
    const asked = Promise.withResolvers<LiveStep>();
    this.#calls.set(id, { ended, asked, reply: undefined, abort, given: [...given] });
    return this.#next(id, signal);
  }

  /** Tells the server what a person answered and waits on; undefined for a call that ended with another process. */
  async resume(id: string, result: ElicitResult, signal: AbortSignal): Promise<LiveStep | undefined> {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    call.asked = Promise.withResolvers();
    const { reply } = call;
    call.reply = undefined;
    reply?.(result);
    return this.#next(id, signal);
  }

  /** Asks on behalf of a server, which does not say for which of its calls: the one that has waited longest. Declined where there is none. */
  elicit(params: Params): Promise<ElicitResult> {
    for (const [id, call] of this.#calls) {
      if (call.reply !== undefined) continue;
      const known = call.given.findIndex((one) => sortedJson(one.params) === sortedJson(params));
      if (known >= 0) return Promise.resolve(call.given.splice(known, 1)[0]?.result ?? { action: 'decline' });
      return new Promise((resolve) => {
        call.reply = resolve;
        call.asked.resolve({ type: 'question', id, params });
      });
    }
    return Promise.resolve({ action: 'decline' });
  }

  async #next(id: string, signal: AbortSignal): Promise<LiveStep> {
    const call = this.#calls.get(id);
    if (call === undefined) throw new Error('the call is not under way');
    const abort = (): void => call.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    let isAsked = false;
    try {
      const step = await Promise.race([call.ended, call.asked.promise]);
      isAsked = step.type === 'question';
      return step;
    } finally {
      signal.removeEventListener('abort', abort);
      if (!isAsked) this.#calls.delete(id);
    }
  }
}
