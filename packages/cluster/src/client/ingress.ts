import { GoondanError, type AgentEvent, type HandleOwner, type JsonValue } from '@goondan/core';
import type { Address, TurnOutcome } from '@goondan/runtime';
import { failedOutcome, shape, turnIdOf } from '@goondan/runtime/engine';
import type { ServiceNames } from '../service/service-names.ts';
import {
  claimedSchema,
  completedSchema,
  turnNoteSchema,
  turnResultSchema,
  type Cancel,
  type TurnResult,
} from '../service/wire.ts';
import { askCluster, refused, type ClusterAddress, type ClusterAnswer } from './cluster-http.ts';

const sentSchema = shape.object({ invocationId: shape.string() });

/** A server of several that has just been started takes requests before it knows the services: for so long that is not believed. */
const longestUnknownMs = 2_000;

/** A turn that a cluster has accepted. */
export interface AcceptedTurn {
  readonly turnId: string;
  readonly invocationId: string;
}

/** Speaks to the services of a swarm from outside. */
export class Ingress {
  readonly #address: ClusterAddress;
  readonly #names: ServiceNames;

  constructor(address: ClusterAddress, names: ServiceNames) {
    this.#address = address;
    this.#names = names;
  }

  /** Hands an event in; it cannot be lost any more. */
  async send(
    to: Address,
    event: AgentEvent,
    options: { readonly workdir?: string } = {},
  ): Promise<AcceptedTurn> {
    const turnId = turnIdOf(to, event);
    const answer = await this.#post(
      `${this.#names.agent(to.agent)}/${encodeURIComponent(to.instanceKey)}/turn/send`,
      {
        body: { turnId, event: { ...event }, ...options },
        headers: { 'idempotency-key': turnId },
      },
    );
    if (answer.status === 404)
      throw new GoondanError('E_AGENT_NOT_FOUND', `No worker of the cluster serves an agent '${to.agent}'.`);
    const sent = sentSchema.safeParse(answer.body);
    if (!sent.success) throw refused('The event was not accepted', answer);
    return { turnId, invocationId: sent.data.invocationId };
  }

  /** Waits for what a turn comes to. */
  async attach({ turnId, invocationId }: AcceptedTurn, signal: AbortSignal): Promise<TurnResult> {
    const url = `${this.#address.ingressUrl}/restate/invocation/${invocationId}/attach`;
    const answer = await askCluster(this.#address, url, { method: 'GET', signal });
    const result = answer.status === 200 ? turnResultSchema.safeParse(answer.body) : undefined;
    if (result?.success === true) return result.data;
    // An invocation that was cancelled and never ran is told to those who wait, and then forgotten.
    const cancelled =
      answer.status === 409 || answer.status === 404 ? await this.cancelled(turnId) : undefined;
    if (cancelled !== undefined) return { outcome: cancelled, events: [], held: [] };
    throw refused(`Turn ${turnId} ended without an outcome`, answer);
  }

  /** Takes a handle for a call; false when another has it. */
  async claimHandle(handle: string, owner: HandleOwner): Promise<boolean> {
    const answer = await this.#post(`${this.#names.handles}/${encodeURIComponent(handle)}/claim`, {
      body: { kind: 'detached', owner: { ...owner }, about: {} },
    });
    return read(claimedSchema, answer, 'The handle could not be taken').isOurs;
  }

  /** Completes a handle. Throws `E_HANDLE_NOT_FOUND` and `E_HANDLE_COMPLETED`. */
  async complete(handle: string, outcome: JsonValue): Promise<void> {
    const answer = await this.#post(`${this.#names.handles}/${encodeURIComponent(handle)}/complete`, {
      body: outcome,
    });
    const { status } = read(completedSchema, answer, 'The handle could not be completed');
    if (status === 'E_HANDLE_NOT_FOUND') throw new GoondanError(status, `There is no handle '${handle}'.`);
    if (status === 'E_HANDLE_COMPLETED')
      throw new GoondanError(status, `The handle '${handle}' has been completed before.`);
  }

  /** Ends a turn. */
  async cancel(cancel: Cancel): Promise<void> {
    const answer = await this.#post(`${this.#names.control}/cancel`, { body: cancel });
    if (answer.status !== 200) throw refused(`Turn ${cancel.turnId} could not be cancelled`, answer);
  }

  /** Makes sure that an instance exists. */
  async spawn({ agent, instanceKey }: Address): Promise<void> {
    const path = `${this.#names.agent(agent)}/${encodeURIComponent(instanceKey)}/spawn/send`;
    const answer = await this.#post(path, {});
    if (answer.status >= 300) throw refused(`Instance ${instanceKey} could not be made`, answer);
  }

  /** What a turn came to that was cancelled before it began; undefined for any other. */
  async cancelled(turnId: string): Promise<TurnOutcome | undefined> {
    const answer = await this.#post(`${this.#names.turns}/${turnId}/note`, { body: {} });
    // No worker has ever been there.
    if (answer.status === 404) return undefined;
    const { reason } = read(turnNoteSchema, answer, 'The turn is not known');
    if (reason === undefined) return undefined;
    return failedOutcome({ turnId, traceId: '' }, new GoondanError('E_AGENT_CANCELLED', reason));
  }

  async #post(
    path: string,
    request: { readonly body?: JsonValue; readonly headers?: Record<string, string> },
  ): Promise<ClusterAnswer> {
    const until = Date.now() + longestUnknownMs;
    // What has just been registered is known within some milliseconds.
    for (let wait = 5; ; wait *= 2) {
      const answer = await askCluster(this.#address, `${this.#address.ingressUrl}/${path}`, request);
      if (answer.status !== 404 || Date.now() + wait > until) return answer;
      await Bun.sleep(wait);
    }
  }
}

function read<Value>(schema: shape.Shape<Value>, answer: ClusterAnswer, what: string): Value {
  const parsed = schema.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) throw refused(what, answer);
  return parsed.data;
}
