import type { JsonObject } from '../json/json-value.ts';

/** One tool call as the model asked for it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}
