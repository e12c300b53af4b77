import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolCallMiddlewareContext } from '../pipeline/tool-call.ts';
import type { Execution } from './execution.ts';
import type { ToolCallResult } from './result.ts';

/** One layer's view of a running call: what it changes, the layers inside it see. */
export class MiddlewareContext implements ToolCallMiddlewareContext {
  readonly next: () => Promise<ToolCallResult>;
  readonly #execution: Execution;

  constructor(execution: Execution, next: () => Promise<ToolCallResult>) {
    this.next = next;
    this.#execution = execution;
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
