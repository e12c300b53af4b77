import { describe, expect, test } from 'bun:test';
import { traceOf, type RuntimeEvent } from '@goondan/runtime/telemetry';
import * as fc from 'fast-check';
import { aTurn, noon, places, traceId } from './a-turn.ts';

const { turn, step, call } = places;
const fields = [
  'traceId',
  'spanId',
  'parentSpanId',
  'name',
  'agentName',
  'turnId',
  'toolName',
  'status',
  'startedAt',
  'durationMs',
];

describe('traceOf', () => {
  test('a turn becomes spans with the fields of gdn trace, parents first', () => {
    const [turnSpan, stepSpan, callSpan, ...rest] = traceOf(aTurn);
    expect(rest).toEqual([]);
    expect(turnSpan).toMatchObject({
      traceId,
      spanId: turn.spanId,
      parentSpanId: null,
      name: 'turn',
      agentName: 'planner',
      turnId: 't1',
      toolName: null,
      status: 'ok',
      startedAt: '2026-11-16T12:00:00.000Z',
      durationMs: 15,
    });
    expect(stepSpan).toMatchObject({
      parentSpanId: turn.spanId,
      name: 'step 1',
      toolName: null,
      status: 'ok',
      durationMs: 13.25,
      stepIndex: 0,
      attributes: { model: 'gemini-9', responseModel: 'gemini-9-002', finishReason: 'tool-calls' },
    });
    expect(callSpan).toMatchObject({
      parentSpanId: step.spanId,
      name: 'bash__exec',
      toolName: 'bash__exec',
      toolCallId: 'c0',
      status: 'error',
      durationMs: 2.4,
      error: { code: 'E_TOOL_TIMEOUT' },
    });
    for (const span of [turnSpan, stepSpan, callSpan]) {
      expect(Object.keys(span ?? {}).slice(0, fields.length)).toEqual(fields);
    }
  });

  test('what has not ended is running, with no duration', () => {
    expect(traceOf(aTurn.slice(0, 4)).map(({ status, durationMs }) => [status, durationMs])).toEqual([
      ['running', null],
      ['running', null],
      ['running', null],
    ]);
  });

  test('PEND-3: a call is held until it is released', () => {
    const held: RuntimeEvent = { ...call, type: 'tool.held', at: noon + 11, attributes: { handle: 'h-1' } };
    const released: RuntimeEvent = { ...call, type: 'tool.released', at: noon + 12 };
    const started = aTurn.slice(0, 4);
    expect(traceOf([...started, held]).at(-1)).toMatchObject({
      status: 'held',
      durationMs: null,
      attributes: { handle: 'h-1' },
    });
    expect(traceOf([...started, released, held]).at(-1)).toMatchObject({ status: 'running' });
    expect(traceOf([held, released, ...aTurn]).at(-1)).toMatchObject({ status: 'error', durationMs: 2.4 });
  });

  test('a turn taken up again keeps its first start and lasts from there', () => {
    const [span] = traceOf([
      { ...turn, type: 'turn.resumed', at: noon + 60_000 },
      { ...turn, type: 'turn.completed', at: noon + 61_000, durationMs: 1_000 },
      { ...turn, type: 'turn.started', at: noon },
    ]);
    expect(span).toMatchObject({ startedAt: '2026-11-16T12:00:00.000Z', durationMs: 61_000, status: 'ok' });
  });

  test('a start that was lost follows from the end', () => {
    const [span] = traceOf([{ ...call, type: 'tool.completed', at: noon + 500, durationMs: 200 }]);
    expect(span).toMatchObject({ startedAt: '2026-11-16T12:00:00.300Z', durationMs: 200, status: 'ok' });
  });

  test('what has no end of its own was cut off when its turn ended, but not when another turn did', () => {
    const other = { ...turn, turnId: 't2', spanId: 'f'.repeat(16), parentSpanId: call.spanId };
    const spans = traceOf([
      ...aTurn.slice(0, 4),
      { ...other, type: 'turn.started', at: noon + 11 },
      {
        ...turn,
        type: 'turn.cancelled',
        at: noon + 20,
        error: { code: 'E_TOOL_CANCELLED', message: 'by user' },
      },
    ]);
    expect(spans.map(({ turnId, status, durationMs }) => [turnId, status, durationMs])).toEqual([
      ['t1', 'cancelled', 20],
      ['t1', 'cancelled', 19],
      ['t1', 'cancelled', 10],
      ['t2', 'running', null],
    ]);
  });

  test('a call that failed because it was cancelled is cancelled', () => {
    const error = { code: 'E_TOOL_CANCELLED', message: 'cancelled' };
    expect(traceOf([{ ...call, type: 'tool.failed', at: noon, error }])[0]).toMatchObject({
      status: 'cancelled',
      error,
    });
  });

  test('spans that start together are ordered by depth', () => {
    const together = aTurn.map((event) => ({ ...event, at: noon })).toReversed();
    expect(traceOf(together).map(({ name }) => name)).toEqual(['turn', 'step 1', 'bash__exec']);
  });
});

const ids = fc.constantFrom('0000000000000001', '0000000000000002', '0000000000000003', '0000000000000004');
const someEvent: fc.Arbitrary<RuntimeEvent> = fc.record(
  {
    type: fc.constantFrom(
      'turn.started',
      'turn.resumed',
      'turn.completed',
      'turn.failed',
      'turn.cancelled',
      'step.started',
      'step.completed',
      'step.failed',
      'model.retried',
      'tool.started',
      'tool.completed',
      'tool.failed',
      'tool.held',
      'tool.released',
    ),
    at: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    traceId: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
    spanId: ids,
    parentSpanId: ids,
    agentName: fc.constantFrom('a', 'b'),
    instanceKey: fc.constant('k'),
    turnId: fc.constantFrom('t1', 't2'),
    stepIndex: fc.nat(3),
    toolCallId: fc.string(),
    toolName: fc.string(),
    durationMs: fc.double({ noNaN: true, noDefaultInfinity: true }),
    error: fc.record({ code: fc.string(), message: fc.string() }),
    attributes: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.string()),
  },
  { requiredKeys: ['type', 'at', 'traceId', 'spanId', 'agentName', 'instanceKey', 'turnId'] },
);

const huge = Number.MAX_VALUE;
const hugeTimes: RuntimeEvent[] = [
  { ...turn, type: 'turn.completed', at: -huge, durationMs: huge },
  { ...step, type: 'model.retried', at: -huge, durationMs: huge },
  { ...call, type: 'tool.started', at: huge },
];
const hugeSpan: RuntimeEvent[] = [
  { ...turn, type: 'turn.started', at: -huge },
  { ...turn, type: 'turn.resumed', at: 0 },
  { ...turn, type: 'turn.completed', at: huge },
];

describe('traceOf, for any events', () => {
  test('never throws, and every span is well formed', () => {
    fc.assert(
      fc.property(fc.array(someEvent, { maxLength: 30 }), (events) => {
        const spans = traceOf(events);
        expect(new Set(spans.map((span) => span.traceId + span.spanId)).size).toBe(spans.length);
        expect(new Set(events.map((event) => event.traceId + event.spanId)).size).toBe(spans.length);
        for (const span of spans) {
          expect(Object.keys(span).slice(0, fields.length)).toEqual(fields);
          expect(Number.isNaN(Date.parse(span.startedAt))).toBe(false);
          expect(span.durationMs === null).toBe(span.status === 'running' || span.status === 'held');
          expect(span.durationMs ?? 0).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(span.durationMs ?? 0)).toBe(true);
        }
      }),
      // Times whose sums are no numbers any more: a journal can hold any that JSON can write.
      { numRuns: 1000, examples: [[hugeTimes], [hugeSpan]] },
    );
  });

  test('the order of the events and their repetition change nothing', () => {
    const shuffled = fc
      .array(someEvent, { maxLength: 20 })
      .chain((events) =>
        fc.tuple(
          fc.constant(events),
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([events, told]) => {
        expect(traceOf(told)).toEqual(traceOf(events));
      }),
      { numRuns: 1000 },
    );
  });

  test('any part of a turn gives the spans it tells of', () => {
    fc.assert(
      fc.property(fc.subarray([...aTurn]), (events) => {
        const told = new Set(events.map(({ spanId }) => spanId));
        expect(new Set(traceOf(events).map(({ spanId }) => spanId))).toEqual(told);
      }),
    );
  });
});
