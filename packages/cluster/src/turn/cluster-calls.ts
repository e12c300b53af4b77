import type { AgentEvent, JsonValue } from '@goondan/core';
import type { Address } from '@goondan/runtime';
import { shape, turnIdOf } from '@goondan/runtime/engine';
import type { Context, InvocationHandle, InvocationPromise } from '@restatedev/restate-sdk/fetch';
import { jsonSerde } from '../service/json-serde.ts';
import type { ServiceNames } from '../service/service-names.ts';
import {
  cancelSchema,
  cancelledTurnsSchema,
  claimedSchema,
  completedSchema,
  handleClaimSchema,
  heldAnswerSchema,
  heldQuestionSchema,
  turnNoteSchema,
  turnRequestSchema,
  turnResultSchema,
  type Cancel,
  type HandleClaim,
  type TurnResult,
} from '../service/wire.ts';

const json = jsonSerde(shape.json());

/** What one service says to another, each an entry of the journal of the one that speaks. */
export class ClusterCalls {
  readonly #context: Context;
  readonly #names: ServiceNames;

  constructor(context: Context, names: ServiceNames) {
    this.#context = context;
    this.#names = names;
  }

  /** Hands an event to an agent. The same event is the same turn. */
  send(to: Address, event: AgentEvent): InvocationHandle {
    return this.#context.genericSend(this.#turn(to, event));
  }

  /** The same, and waits for what becomes of it. */
  request(to: Address, event: AgentEvent): InvocationPromise<TurnResult> {
    return this.#context.genericCall({ ...this.#turn(to, event), outputSerde: jsonSerde(turnResultSchema) });
  }

  /** Asks how long an instance has waited for persons. */
  held(
    to: Address,
    question: shape.Infer<typeof heldQuestionSchema>,
  ): InvocationPromise<shape.Infer<typeof heldAnswerSchema>> {
    return this.#context.genericCall({
      service: this.#names.agent(to.agent),
      key: to.instanceKey,
      method: 'held',
      parameter: question,
      inputSerde: jsonSerde(heldQuestionSchema),
      outputSerde: jsonSerde(heldAnswerSchema),
    });
  }

  /** Takes a handle. */
  claim(handle: string, claim: HandleClaim): InvocationPromise<shape.Infer<typeof claimedSchema>> {
    return this.#context.genericCall({
      service: this.#names.handles,
      key: handle,
      method: 'claim',
      parameter: claim,
      inputSerde: jsonSerde(handleClaimSchema),
      outputSerde: jsonSerde(claimedSchema),
    });
  }

  /** Completes a handle. */
  complete(handle: string, outcome: JsonValue): InvocationPromise<shape.Infer<typeof completedSchema>> {
    return this.#context.genericCall({
      service: this.#names.handles,
      key: handle,
      method: 'complete',
      parameter: outcome,
      inputSerde: json,
      outputSerde: jsonSerde(completedSchema),
    });
  }

  /** Adds to what is known of a turn; answers with all of it. */
  note(
    turnId: string,
    note: shape.Infer<typeof turnNoteSchema>,
  ): InvocationPromise<shape.Infer<typeof turnNoteSchema>> {
    return this.#context.genericCall({
      service: this.#names.turns,
      key: turnId,
      method: 'note',
      parameter: note,
      inputSerde: jsonSerde(turnNoteSchema),
      outputSerde: jsonSerde(turnNoteSchema),
    });
  }

  /** Ends a turn. */
  cancel(cancel: Cancel): void {
    this.#context.genericSend({
      service: this.#names.control,
      method: 'cancel',
      parameter: cancel,
      inputSerde: jsonSerde(cancelSchema),
    });
  }

  /** Tells an instance, in its turn, of one that is not to begin should it come again. */
  forget({ agent, instanceKey, turnId, reason }: Cancel): void {
    this.#context.genericSend({
      service: this.#names.agent(agent),
      key: instanceKey,
      method: 'forget',
      parameter: { [turnId]: reason },
      inputSerde: jsonSerde(cancelledTurnsSchema),
    });
  }

  #turn(to: Address, event: AgentEvent) {
    const turnId = turnIdOf(to, event);
    return {
      service: this.#names.agent(to.agent),
      key: to.instanceKey,
      method: 'turn',
      parameter: { turnId, event },
      inputSerde: jsonSerde(turnRequestSchema),
      idempotencyKey: turnId,
    };
  }
}
