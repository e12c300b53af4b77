import type { RuntimeEvent } from './runtime-event.ts';
import { compareText, foldSpan, type FoldedSpan, type Span } from './span.ts';

/**
 * The spans that runtime events of one or more turns tell of, by start, then depth. Events may be repeated, in any
 * order, and lack their start or end; the outcome is the same for every order. Never throws.
 */
export function traceOf(events: Iterable<RuntimeEvent>): Span[] {
  const folded = [...eventsBySpan(events).values()].map(([first, ...others]) => foldSpan(first, others));
  const depths = depthsOf(folded);
  folded.sort(
    (left, right) =>
      left.start - right.start ||
      (depths.get(keyOf(left.span)) ?? 0) - (depths.get(keyOf(right.span)) ?? 0) ||
      compareText(keyOf(left.span), keyOf(right.span)),
  );
  const turns = new Map(folded.filter(({ kind }) => kind === 'turn').map((turn) => [turn.span.turnId, turn]));
  return folded.map((one) => closedWithTurn(one, turns.get(one.span.turnId)));
}

/** What tells a span from every other. */
export function keyOf({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return `${traceId} ${spanId}`;
}

function eventsBySpan(events: Iterable<RuntimeEvent>): Map<string, [RuntimeEvent, ...RuntimeEvent[]]> {
  const spans = new Map<string, [RuntimeEvent, ...RuntimeEvent[]]>();
  for (const event of events) {
    const known = spans.get(keyOf(event));
    if (known === undefined) spans.set(keyOf(event), [event]);
    else known.push(event);
  }
  return spans;
}

/** Nothing of a turn runs once the turn has ended: what has no end of its own was cut off. */
function closedWithTurn({ span, start }: FoldedSpan, turn: FoldedSpan | undefined): Span {
  const turnDuration = turn?.span.durationMs ?? null;
  if (span.durationMs !== null || turn === undefined || turnDuration === null) return span;
  return { ...span, status: 'cancelled', durationMs: Math.max(0, turn.start + turnDuration - start) };
}

/** How many known ancestors each span has. Foreign events can say anything: parents that go round in a circle have none. */
function depthsOf(folded: readonly FoldedSpan[]): Map<string, number> {
  const parents = new Map(folded.map(({ span }) => [keyOf(span), parentKeyOf(span)]));
  const depths = new Map<string, number>();
  for (const { span } of folded) {
    const path: string[] = [];
    const seen = new Set<string>();
    let key = keyOf(span);
    while (parents.has(key) && !depths.has(key) && !seen.has(key)) {
      seen.add(key);
      path.push(key);
      key = parents.get(key) ?? '';
    }
    const circle = seen.has(key) ? path.splice(path.indexOf(key)) : [];
    for (const member of circle) depths.set(member, 0);
    for (const descendant of path.toReversed()) {
      depths.set(descendant, (depths.get(parents.get(descendant) ?? '') ?? -1) + 1);
    }
  }
  return depths;
}

function parentKeyOf({ traceId, parentSpanId }: Span): string {
  return keyOf({ traceId, spanId: parentSpanId ?? '' });
}
