import type { Message } from '../message/message.ts';
import { defaultPermissions, type Permissions } from '../policy/permissions.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { Answered } from './question.ts';
import type { ToolRuntime } from './runtime.ts';

/** What is made when it is first looked at. Declared as a class, so that the compiler knows that a spread copy has none of it. */
declare abstract class MadeOnFirstUse {
  /** Aborts when the call times out or is cancelled. */
  abstract get signal(): AbortSignal;
  /** The same for every attempt at this call, and for no other call. */
  abstract get idempotencyKey(): string;
}

/**
 * What a handler is given besides its input (CTX-1). Pass it on as it is or take it apart; a spread copy of it has
 * neither `signal` nor `idempotencyKey`, and the compiler says so.
 */
export interface ToolContext extends MadeOnFirstUse {
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolCallId: string;
  /** The assistant message that holds this call (CTX-3). */
  readonly message: Message;
  /** The instance's own workspace folder (CTX-2). */
  readonly workdir: string;
  readonly logger: Console;
  /** What the policy lets this call reach; stock tools keep to it (POL-5). */
  readonly permissions: Permissions;
  /** Only where this run follows a question that the handler asked with `ask()`. */
  readonly answered?: Answered;
  /** Only for tools annotated `orchestrates`. */
  readonly runtime?: ToolRuntime;
}

/** What a caller of the executor must know of the call's surroundings; a whole ToolContext will do. */
export interface ToolCallScope {
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly message: Message;
  readonly workdir: string;
  readonly logger: Console;
  readonly toolCallId?: string;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  readonly runtime?: ToolRuntime;
  /** What a person answered to the question of the run before this one. */
  readonly answered?: Answered;
}

/** What stays the same for all calls of a turn. */
export type ToolTurnScope = Omit<ToolCallScope, 'message' | 'toolCallId' | 'idempotencyKey' | 'answered'>;

/** Builds the context of single calls from what their turn has in common. */
export class ToolContextBuilder {
  readonly #turn: ToolTurnScope;

  constructor(turn: ToolTurnScope) {
    this.#turn = turn;
  }

  /** The context of one call. */
  build(call: { toolCallId: string; message: Message }): ToolContext {
    const { agentName, instanceKey, turnId, workdir, logger, signal, runtime } = this.#turn;
    const idempotencyKey = idempotencyKeyOf({ agentName, instanceKey, turnId, toolCallId: call.toolCallId });
    return {
      agentName,
      instanceKey,
      turnId,
      toolCallId: call.toolCallId,
      message: call.message,
      workdir,
      logger,
      permissions: defaultPermissions,
      signal: signal ?? new AbortController().signal,
      idempotencyKey,
      ...(runtime === undefined ? {} : { runtime }),
    };
  }
}
