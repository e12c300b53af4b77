import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { describeEvent, describeSpan, type GenAiOptions } from './genai-attributes.ts';
import type { EndedSpan } from './open-spans.ts';
import { foldSpan, isEnd } from './span.ts';

/** What every span of a process is exported with. */
export interface SpanSurroundings {
  readonly resource: Resource;
  readonly capturesContent: boolean;
}

/** An ended span as OpenTelemetry's exporters take it, with the ids that the events carry. */
export function readableSpan([first, ...others]: EndedSpan, surroundings: SpanSurroundings): ReadableSpan {
  const folded = foldSpan(first, others);
  const { kind, span, start } = folded;
  const options: GenAiOptions = {
    instanceKey: first.instanceKey,
    capturesContent: surroundings.capturesContent,
  };
  const { name, attributes } = describeSpan(folded, options);
  const durationMs = span.durationMs ?? 0;
  const context = contextOf(span.traceId, span.spanId);
  return {
    name,
    // A step calls out to a model; turns and tools run here.
    kind: kind === 'step' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context,
    ...(span.parentSpanId === null ? {} : { parentSpanContext: contextOf(span.traceId, span.parentSpanId) }),
    startTime: hrTime(start),
    endTime: hrTime(start + durationMs),
    duration: hrTime(durationMs),
    status: {
      code: span.status === 'error' ? SpanStatusCode.ERROR : SpanStatusCode.UNSET,
      // A message may quote what was asked or answered.
      ...(span.error === undefined || !options.capturesContent ? {} : { message: span.error.message }),
    },
    attributes,
    links: [],
    events: [first, ...others]
      .filter(({ type }) => !isEnd(type) && !type.endsWith('.started'))
      .map((event) => ({ ...describeEvent(event, options), time: hrTime(event.at) })),
    ended: true,
    resource: surroundings.resource,
    instrumentationScope: { name: '@goondan/runtime' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** Seconds and nanoseconds, of as many microseconds as a number of this size can tell apart. */
function hrTime(ms: number): HrTime {
  const microseconds = Math.round(ms * 1e3);
  return [Math.floor(microseconds / 1e6), (microseconds % 1e6) * 1e3];
}
