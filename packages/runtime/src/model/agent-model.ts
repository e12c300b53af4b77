import type { CoreMessage, JsonObject, ToolCatalogItem } from '@goondan/core';
import { z } from 'zod';
import { usageSchema } from '../telemetry/runtime-event.ts';

/** What a model is asked in one step. */
export interface ModelRequest {
  /** The system prompt. */
  readonly instructions?: string;
  readonly messages: readonly CoreMessage[];
  /** What the step's catalog shows, in its order. */
  readonly tools: readonly ToolCatalogItem[];
  readonly signal: AbortSignal;
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

const providerOptions = z.record(z.string(), z.record(z.string(), z.json())).exactOptional();

/** The parts of an answer, in the model's order, as they go back to the provider in the next step. */
const answerPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), providerOptions }),
  z.object({ type: z.literal('reasoning'), text: z.string(), providerOptions }),
  z.object({
    type: z.literal('tool-call'),
    toolCallId: z.string(),
    toolName: z.string(),
    /** As parsed; the text itself where it is not JSON. */
    input: z.json(),
    /** Why the arguments could not be read. */
    malformed: z.string().exactOptional(),
    providerOptions,
  }),
  /** `data` is Base64, or the address of the file. */
  z.object({ type: z.literal('file'), mediaType: z.string(), data: z.string(), providerOptions }),
]);

/** What a model said, as JSON: it is recorded as it stands. */
export const modelAnswerSchema = z.object({
  parts: z.array(answerPartSchema),
  finishReason: z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']),
  usage: usageSchema,
  /** The model that answered, by the provider's own word where it gives one. */
  modelId: z.string(),
});

/** See `modelAnswerSchema`. */
export type ModelAnswer = z.infer<typeof modelAnswerSchema>;
/** One part of an answer. */
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** What an agent thinks with. */
export interface AgentModel {
  readonly provider: string;
  readonly modelId: string;
  /** Asks once, with retries where the provider says they help; rejects with a `GoondanError` of `E_MODEL_*`, or with the signal's reason. */
  call(request: ModelRequest): Promise<ModelAnswer>;
}

/** `Agent.spec.modelConfig.params`. */
export type ModelParams = JsonObject;
