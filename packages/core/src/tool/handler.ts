import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ToolContext } from './context.ts';
import type { Pending } from './pending.ts';
import type { Question } from './question.ts';

/** What a handler may answer: JSON, `pending()` for work that ends later, or `ask()` for what a person has to say first. */
export type ToolOutcome = JsonValue | Pending | Question;

/**
 * A tool's code. Written as a method so that its parameters are checked bivariantly: a handler may name the input
 * type its `parameters` promise (`input: { path: string }`), since nothing else ever reaches it.
 */
export type ToolHandler = {
  handle(ctx: ToolContext, input: JsonObject): ToolOutcome | Promise<ToolOutcome>;
}['handle'];
