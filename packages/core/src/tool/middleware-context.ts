import { GoondanError } from '../error/goondan-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolCallMiddlewareContext } from '../pipeline/tool-call.ts';
import type { ToolAnnotations } from '../resource/tool-resource.ts';
import type { Execution } from './execution.ts';
import type { ToolCallResult } from './result.ts';

/** One layer's view of a running call: what it changes, the layers inside it see. */
export class MiddlewareContext implements ToolCallMiddlewareContext {
  readonly next: () => Promise<ToolCallResult>;
  readonly #execution: Execution;
  readonly #inner: (execution: Execution) => Promise<ToolCallResult>;

  constructor(
    execution: Execution,
    next: () => Promise<ToolCallResult>,
    inner: (execution: Execution) => Promise<ToolCallResult>,
  ) {
    this.next = next;
    this.#execution = execution;
    this.#inner = inner;
  }

  async retry(): Promise<ToolCallResult> {
    const { idempotent, readOnly } = this.annotations;
    if (idempotent !== true && readOnly !== true) {
      const message = `${this.toolName} is annotated neither idempotent nor readOnly: it may have taken effect and is not run again.`;
      throw new GoondanError('E_EXTENSION_RETRY', message);
    }
    return this.#inner(this.#execution);
  }

  get toolName(): string {
    return this.#execution.call.name;
  }

  get toolCallId(): string {
    return this.#execution.call.id;
  }

  get agentName(): string {
    return this.#execution.scope.agentName;
  }

  get instanceKey(): string {
    return this.#execution.scope.instanceKey;
  }

  get turnId(): string {
    return this.#execution.scope.turnId;
  }

  get stepIndex(): number {
    return this.#execution.stepIndex;
  }

  get annotations(): ToolAnnotations {
    return this.#execution.registration.annotations;
  }

  get signal(): AbortSignal {
    return this.#execution.signal;
  }

  get args(): JsonObject {
    return this.#execution.args;
  }

  set args(args: JsonObject) {
    this.#execution.args = args;
  }

  get metadata(): Record<string, JsonValue> {
    return this.#execution.metadata;
  }

  set metadata(metadata: Record<string, JsonValue>) {
    this.#execution.metadata = metadata;
  }
}
