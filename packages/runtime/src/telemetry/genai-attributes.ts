import type { JsonValue } from '@goondan/core';
import type { RuntimeEvent } from './runtime-event.ts';
import type { FoldedSpan } from './span.ts';

/** What OpenTelemetry takes as the value of an attribute. */
type AttributeValue = string | number | boolean | string[];
/** Attributes by their OpenTelemetry names. */
type SpanAttributes = Record<string, AttributeValue>;

/** A span or an event in OpenTelemetry's words. */
export interface GenAiDescription {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

/** What the words depend on besides the span. */
export interface GenAiOptions {
  readonly instanceKey: string;
  /** Whether arguments, results and messages, what people, models and tools say, may leave. */
  readonly capturesContent: boolean;
}

/** The names the conventions give to providers, where they differ from ours. */
const providerNames: Readonly<Record<string, string>> = { google: 'gcp.gemini' };
/** Attributes of ours with a name of their own in the conventions. */
const renamed = new Set(['provider', 'model', 'responseModel', 'finishReason', 'args', 'output']);
/** Attributes of ours that hold nothing a person, a model or a tool said; all others count as content. */
const harmless = new Set([
  'attempt',
  'code',
  'decision',
  'handle',
  'isolation',
  'rule',
  'source',
  'status',
  'waitMs',
]);

/** A span by the semantic conventions for generative AI: the only place that knows them. */
export function describeSpan({ kind, span }: FoldedSpan, options: GenAiOptions): GenAiDescription {
  const told = span.attributes ?? {};
  const model = textOf(told['model']);
  const provider = textOf(told['provider']);
  const { operation, subject } = {
    turn: { operation: 'invoke_agent', subject: span.agentName },
    step: { operation: 'chat', subject: model ?? '' },
    tool: { operation: 'execute_tool', subject: span.toolName ?? '' },
  }[kind];
  const attributes = defined({
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider === undefined ? undefined : (providerNames[provider] ?? provider),
    'gen_ai.agent.name': span.agentName,
    'gen_ai.conversation.id': options.instanceKey,
    'gen_ai.request.model': model,
    'gen_ai.response.model': textOf(told['responseModel']),
    'gen_ai.response.finish_reasons': listOf(told['finishReason']),
    'gen_ai.usage.input_tokens': span.usage?.inputTokens,
    'gen_ai.usage.output_tokens': span.usage?.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': span.usage?.cachedInputTokens,
    'gen_ai.usage.reasoning.output_tokens': span.usage?.reasoningTokens,
    'gen_ai.tool.name': span.toolName ?? undefined,
    'gen_ai.tool.type': kind === 'tool' ? 'function' : undefined,
    'gen_ai.tool.call.id': span.toolCallId,
    'gen_ai.tool.call.arguments': options.capturesContent ? contentOf(told['args']) : undefined,
    'gen_ai.tool.call.result': options.capturesContent ? contentOf(told['output']) : undefined,
    'error.type': span.error?.code,
    'goondan.turn.id': span.turnId,
    'goondan.step.index': span.stepIndex,
    'goondan.status': span.status,
  });
  return {
    name: `${operation} ${subject}`.trimEnd(),
    attributes: { ...ownAttributes(told, options), ...attributes },
  };
}

/** What happened on the way of a span: a retry, a hold, a release, a resumption. */
export function describeEvent(event: RuntimeEvent, options: GenAiOptions): GenAiDescription {
  const attributes = defined({ 'error.type': event.error?.code });
  return {
    name: `goondan.${event.type}`,
    attributes: { ...ownAttributes(event.attributes ?? {}, options), ...attributes },
  };
}

function ownAttributes(
  told: NonNullable<RuntimeEvent['attributes']>,
  { capturesContent }: GenAiOptions,
): SpanAttributes {
  const own = Object.entries(told).filter(
    ([key]) => !renamed.has(key) && (capturesContent || harmless.has(key)),
  );
  return defined(Object.fromEntries(own.map(([key, value]) => [`goondan.${key}`, valueOf(value)])));
}

function valueOf(value: JsonValue): AttributeValue | undefined {
  if (value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function contentOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: JsonValue | undefined): string[] | undefined {
  return typeof value === 'string' ? [value] : undefined;
}

function defined(attributes: Readonly<Record<string, AttributeValue | undefined>>): SpanAttributes {
  const kept: SpanAttributes = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}
