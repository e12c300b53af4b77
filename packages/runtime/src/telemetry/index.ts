export { createOtlpExport, type OtlpExport, type OtlpExportOptions } from './otlp.ts';
export {
  runtimeEventSchema,
  usageSchema,
  type RuntimeEvent,
  type RuntimeEventType,
  type TurnDelta,
  type Usage,
} from './runtime-event.ts';
export type { Span, SpanStatus } from './span.ts';
export { formatTraceparent, newTraceId, parseTraceparent, spanIdOf, type TraceParent } from './span-id.ts';
export { traceOf } from './trace.ts';
