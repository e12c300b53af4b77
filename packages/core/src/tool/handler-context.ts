import type { Message } from '../message/message.ts';
import type { Permissions } from '../policy/permissions.ts';
import type { ToolCall } from './call.ts';
import type { ToolCallScope, ToolContext } from './context.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { Answered } from './question.ts';
import type { ToolRegistration } from './registration.ts';
import type { ToolRuntime } from './runtime.ts';

/** The call a context is made for. */
export interface ContextSource {
  readonly call: ToolCall;
  readonly scope: ToolCallScope;
  readonly registration: ToolRegistration;
  readonly permissions: Permissions;
}

/** The context a handler gets. What is dear to make, its signal and its key, is made when it is first looked at. */
export class HandlerContext implements ToolContext {
  readonly agentName: string;
  readonly instanceKey: string;
  readonly turnId: string;
  readonly toolCallId: string;
  readonly message: Message;
  readonly workdir: string;
  readonly logger: Console;
  readonly permissions: Permissions;
  // Declared only: where there is none, there is no key of that name.
  declare readonly runtime?: ToolRuntime;
  declare readonly answered?: Answered;
  readonly #source: ContextSource;
  readonly #run: { readonly signal: AbortSignal };

  constructor(source: ContextSource, run: { readonly signal: AbortSignal }) {
    const { scope, call, registration } = source;
    this.agentName = scope.agentName;
    this.instanceKey = scope.instanceKey;
    this.turnId = scope.turnId;
    this.toolCallId = call.id;
    this.message = scope.message;
    this.workdir = scope.workdir;
    this.logger = scope.logger;
    this.permissions = source.permissions;
    if (registration.annotations.orchestrates === true && scope.runtime !== undefined)
      this.runtime = scope.runtime;
    if (scope.answered !== undefined) this.answered = scope.answered;
    this.#source = source;
    this.#run = run;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get idempotencyKey(): string {
    const { scope } = this.#source;
    // A context may be the scope of several calls; its key is that of the call it was built for.
    const isOwn = scope.toolCallId === undefined || scope.toolCallId === this.toolCallId;
    return (isOwn ? scope.idempotencyKey : undefined) ?? idempotencyKeyOf(this);
  }
}
