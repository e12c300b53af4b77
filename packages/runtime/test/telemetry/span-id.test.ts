import { describe, expect, test } from 'bun:test';
import { formatTraceparent, newTraceId, parseTraceparent, spanIdOf } from '@goondan/runtime/telemetry';
import * as fc from 'fast-check';
import { isTraceId } from '../../src/telemetry/span-id.ts';

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length / 2, maxLength: length / 2 })
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => Buffer.from(bytes).toString('hex'));

describe('ids', () => {
  test('a span id follows from trace and place: 16 lower-case hex digits, not all zero', () => {
    fc.assert(
      fc.property(hex(32), fc.string(), (traceId, place) => {
        const id = spanIdOf(traceId, place);
        expect(id).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
        expect(spanIdOf(traceId, place)).toBe(id);
      }),
    );
  });

  test('a span id is kept in journals: the same for every version', () => {
    expect(spanIdOf('0af7651916cd43dd8448eb211c80319c', 's0/c1')).toBe('c84c359a7820c9cd');
  });

  test('other places and other traces have other spans', () => {
    const traces = [newTraceId(), newTraceId()];
    const places = Array.from({ length: 500 }, (_, index) => `s${index}/c${index % 7}`);
    expect(new Set(traces.flatMap((trace) => places.map((place) => spanIdOf(trace, place)))).size).toBe(1000);
  });

  test('a new trace id is 32 lower-case hex digits and new', () => {
    const ids = Array.from({ length: 1000 }, newTraceId);
    expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(1000);
  });

  test('a trace id from outside is taken only if W3C would', () => {
    expect(isTraceId(newTraceId())).toBe(true);
    const wrong = ['', '0'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32), `${'a'.repeat(32)}\n`];
    expect(wrong.filter(isTraceId)).toEqual([]);
  });
});

describe('traceparent', () => {
  test('what is formatted is parsed to the same', () => {
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
        expect(parseTraceparent(formatTraceparent({ traceId, spanId, sampled }))).toEqual({
          traceId,
          spanId,
          sampled,
        });
      }),
    );
  });

  test('the example of the W3C recommendation, and a later version with more fields, are understood', () => {
    const known = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true };
    expect(parseTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')).toEqual(known);
    expect(parseTraceparent('cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03-new')).toEqual(known);
  });

  test.each([
    ['nothing', ''],
    ['upper case', '00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01'],
    ['a trace id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ['a span id of zeros', '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
    ['version ff', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['version 00 with more fields', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x'],
    ['a short trace id', '00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01'],
  ])('%s is no traceparent', (_, header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
  });
});
