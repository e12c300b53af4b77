import type { RuntimeEvent, RuntimeEventType, Usage } from './runtime-event.ts';

/** How a span stands: `held` waits for a person, `cancelled` was ended or cut off before it was done. */
export type SpanStatus = 'ok' | 'error' | 'cancelled' | 'running' | 'held';

/** One turn, step or tool call, as `gdn trace ID --json` shows it (SPEC §11). */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** `turn`, `step 1`, or the name of the tool. */
  readonly name: string;
  readonly agentName: string;
  readonly turnId: string;
  readonly toolName: string | null;
  readonly status: SpanStatus;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Null while it runs or is held. */
  readonly durationMs: number | null;
  readonly usage?: Usage;
  readonly error?: { readonly code: string; readonly message: string };
  readonly attributes?: NonNullable<RuntimeEvent['attributes']>;
  readonly stepIndex?: number;
  readonly toolCallId?: string;
}

/** A span with what only the fold knows. */
export interface FoldedSpan {
  readonly kind: 'turn' | 'step' | 'tool';
  readonly span: Span;
  /** Milliseconds since 1970, as exact as it was told. */
  readonly start: number;
}

const starts = new Set<RuntimeEventType>(['turn.started', 'turn.resumed', 'step.started', 'tool.started']);
const endStatuses = new Map<RuntimeEventType, SpanStatus>([
  ['turn.completed', 'ok'],
  ['turn.failed', 'error'],
  ['turn.cancelled', 'cancelled'],
  ['step.completed', 'ok'],
  ['step.failed', 'error'],
  ['tool.completed', 'ok'],
  ['tool.failed', 'error'],
]);
/** What Date can hold. Times and durations beyond it are taken as this: sums of larger ones would not be numbers any more. */
const latestTime = 8.64e15;

/** True for the events that end their span. */
export function isEnd(type: RuntimeEventType): boolean {
  return endStatuses.has(type);
}

/**
 * What the events of one span, at least one, come to. They may be repeated and in any order, and start or end may be
 * missing: the first start and the last end count.
 */
export function foldSpan(first: RuntimeEvent, others: readonly RuntimeEvent[]): FoldedSpan {
  const events = [first, ...others].map(withinTime).sort(compareEvents);
  const began = events.filter(({ type }) => starts.has(type)).map(({ at }) => at);
  const ending = events.findLast(({ type }) => isEnd(type));
  const start = began[0] ?? earliestTrace(events);
  const kind = kindOf(events[0]?.type ?? first.type);
  const stepIndex = firstOf(events, (event) => event.stepIndex);
  const toolName = firstOf(events, (event) => event.toolName);
  const toolCallId = firstOf(events, (event) => event.toolCallId);
  const usage = events.findLast((event) => event.usage !== undefined)?.usage;
  const attributes = attributesOf(events);
  const { traceId, spanId, agentName, turnId } = events[0] ?? first;
  const span = {
    traceId,
    spanId,
    parentSpanId: firstOf(events, (event) => event.parentSpanId) ?? null,
    name: kind === 'turn' ? 'turn' : kind === 'step' ? `step ${(stepIndex ?? 0) + 1}` : (toolName ?? 'tool'),
    agentName,
    turnId,
    toolName: toolName ?? null,
    status: ending === undefined ? openStatus(events) : statusOf(ending),
    startedAt: new Date(withinDate(start)).toISOString(),
    durationMs: ending === undefined ? null : durationOf(ending, start, new Set(began).size > 1),
    ...(usage === undefined ? {} : { usage }),
    ...(ending?.error === undefined ? {} : { error: ending.error }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(stepIndex === undefined ? {} : { stepIndex }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
  };
  return { kind, span, start };
}

/** When the start itself is lost: the earliest that anything else proves. */
function earliestTrace(events: readonly RuntimeEvent[]): number {
  return events.reduce(
    (earliest, { at, durationMs = 0 }) => Math.min(earliest, at - Math.max(0, durationMs)),
    Number.POSITIVE_INFINITY,
  );
}

/** What was measured is exact, but knows nothing of the time before an interruption. */
function durationOf(ending: RuntimeEvent, start: number, wasTakenUpAgain: boolean): number {
  const between = Math.max(0, ending.at - start);
  const measured = Math.max(0, ending.durationMs ?? between);
  return wasTakenUpAgain ? Math.max(between, measured) : measured;
}

function statusOf(ending: RuntimeEvent): SpanStatus {
  const status = endStatuses.get(ending.type) ?? 'ok';
  return status === 'error' && ending.error?.code.endsWith('_CANCELLED') ? 'cancelled' : status;
}

function openStatus(events: readonly RuntimeEvent[]): SpanStatus {
  const last = events.findLast(({ type }) => type === 'tool.held' || type === 'tool.released');
  return last?.type === 'tool.held' ? 'held' : 'running';
}

function kindOf(type: RuntimeEventType): FoldedSpan['kind'] {
  if (type.startsWith('turn.')) return 'turn';
  return type.startsWith('tool.') ? 'tool' : 'step';
}

function firstOf<Value>(
  events: readonly RuntimeEvent[],
  read: (event: RuntimeEvent) => Value | undefined,
): Value | undefined {
  for (const event of events) {
    const value = read(event);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What the events say together, later ones over earlier; a retry speaks of an attempt, not of the span. */
function attributesOf(events: readonly RuntimeEvent[]): RuntimeEvent['attributes'] | undefined {
  const told = events.filter(({ type, attributes }) => type !== 'model.retried' && attributes !== undefined);
  if (told.length === 0) return undefined;
  return Object.fromEntries(told.flatMap(({ attributes }) => Object.entries(attributes ?? {})));
}

/** A total order, so that the outcome does not depend on the order the events came in. */
function compareEvents(left: RuntimeEvent, right: RuntimeEvent): number {
  if (left.at !== right.at) return left.at - right.at;
  return rank(left.type) - rank(right.type) || compareText(JSON.stringify(left), JSON.stringify(right));
}

function rank(type: RuntimeEventType): number {
  if (starts.has(type)) return type === 'turn.resumed' ? 1 : 0;
  if (isEnd(type)) return 5;
  return type === 'tool.released' ? 4 : type === 'tool.held' ? 3 : 2;
}

/** By UTF-16 units: the same everywhere, unlike `localeCompare`. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** An event can have been written by anybody, and say anything that is a number. */
function withinTime(event: RuntimeEvent): RuntimeEvent {
  const { at, durationMs = 0 } = event;
  if (withinDate(at) === at && withinDate(durationMs) === durationMs) return event;
  const duration = event.durationMs === undefined ? {} : { durationMs: withinDate(durationMs) };
  return { ...event, at: withinDate(at), ...duration };
}

function withinDate(at: number): number {
  return Math.min(latestTime, Math.max(-latestTime, at));
}
