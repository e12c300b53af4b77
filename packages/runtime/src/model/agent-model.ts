import type { CoreMessage, JsonObject, ToolCatalogItem } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import { usageSchema } from '../telemetry/runtime-event.ts';

/** What a model is asked in one step. */
export interface ModelRequest {
  /** The system prompt. */
  readonly instructions?: string;
  readonly messages: readonly CoreMessage[];
  /** What the step's catalog shows, in its order. */
  readonly tools: readonly ToolCatalogItem[];
  readonly signal: AbortSignal;
  /** Instead of the one in the agent's params. */
  readonly maxOutputTokens?: number;
  /** Told each piece as it comes; `attempt` counts from 1 and voids earlier ones when it grows. */
  readonly onDelta?: (delta: ModelDelta) => void;
  /** Told before the model is asked again. */
  readonly onRetry?: (retry: ModelRetry) => void;
}

/** A piece of a streamed answer. */
export interface ModelDelta {
  readonly kind: 'text' | 'reasoning';
  readonly text: string;
  readonly attempt: number;
}

/** A failed attempt that will be followed by another. */
export interface ModelRetry {
  readonly attempt: number;
  readonly waitMs: number;
  readonly code: string;
  readonly message: string;
}

const providerOptions = shape.record(shape.record(shape.json())).exactOptional();

/** The parts of an answer, in the model's order, as they go back to the provider in the next step. */
const answerPartSchema = shape.union([
  shape.object({ type: shape.oneOf('text'), text: shape.string(), providerOptions }),
  shape.object({ type: shape.oneOf('reasoning'), text: shape.string(), providerOptions }),
  shape.object({
    type: shape.oneOf('tool-call'),
    toolCallId: shape.string(),
    toolName: shape.string(),
    /** As parsed; the text itself where it is not JSON. */
    input: shape.json(),
    /** Why the arguments could not be read. */
    malformed: shape.string().exactOptional(),
    providerOptions,
  }),
  /** `data` is Base64, or the address of the file. */
  shape.object({
    type: shape.oneOf('file'),
    mediaType: shape.string(),
    data: shape.string(),
    providerOptions,
  }),
]);

/** What a model said, as JSON: it is recorded as it stands. */
export const modelAnswerSchema = shape.object({
  parts: shape.array(answerPartSchema),
  finishReason: shape.oneOf('stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'),
  usage: usageSchema,
  /** The model that answered, by the provider's own word where it gives one. */
  modelId: shape.string(),
});

/** See `modelAnswerSchema`. */
export type ModelAnswer = shape.Infer<typeof modelAnswerSchema>;
/** One part of an answer. */
export type AnswerPart = shape.Infer<typeof answerPartSchema>;

/** What an agent thinks with. */
export interface AgentModel {
  readonly provider: string;
  readonly modelId: string;
  /** Asks once, with retries where the provider says they help; rejects with a `GoondanError` of `E_MODEL_*`, or with the signal's reason. */
  call(request: ModelRequest): Promise<ModelAnswer>;
}

/** `Agent.spec.modelConfig.params`. */
export type ModelParams = JsonObject;
