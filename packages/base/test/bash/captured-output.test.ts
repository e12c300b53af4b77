import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { CapturedOutput } from '../../process/captured-output.ts';
import { MarkedStream, type MarkedEnd } from '../../process/marked-stream.ts';

const texts = fc.string({ unit: fc.constantFrom('a', 'é', '한', '🦀', '\n'), maxLength: 200 });
const cuts = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 30 });

function parts(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0, next = 0; at < bytes.length; next += 1) {
    const size = (sizes[next % sizes.length] ?? 0) + 1;
    found.push(bytes.slice(at, at + size));
    at += size;
  }
  return found;
}

test('head and tail are those of the whole, in whole characters, however it came', () => {
  fc.assert(
    fc.property(
      texts,
      cuts,
      fc.integer({ min: 4, max: 60 }),
      fc.integer({ min: 4, max: 60 }),
      (text, sizes, head, tail) => {
        const captured = new CapturedOutput({ head, tail });
        const whole = Buffer.from(text);
        for (const part of parts(whole, sizes)) captured.add(part);
        const shown = captured.read();
        expect(shown.bytes).toBe(whole.length);
        expect(shown.isText).toBe(true);
        expect(shown.isCut).toBe(whole.length > head + tail);
        if (!shown.isCut) {
          expect(shown.text).toBe(text);
          return;
        }
        const [, first = '', missing, last = ''] =
          /^([^]*)\n\[… (\d+) bytes left out …\]\n([^]*)$/.exec(shown.text) ?? [];
        expect(text.startsWith(first) && text.endsWith(last)).toBe(true);
        expect(Buffer.byteLength(first) + Buffer.byteLength(last) + Number(missing)).toBe(whole.length);
        expect(Buffer.byteLength(first)).toBeGreaterThan(head - 4);
        expect(Buffer.byteLength(last)).toBeGreaterThan(tail - 4);
      },
    ),
  );
});

test('what takes more room as JSON is shown in a smaller number, and all of it is counted', () => {
  for (const [byte, size] of [
    [0, 200],
    [0, 100_000],
    [0xff, 150],
    [0xff, 100_000],
  ] as const) {
    const captured = new CapturedOutput({ head: 100, tail: 100 });
    captured.add(new Uint8Array(size).fill(byte));
    const { text, bytes, isCut, isText } = captured.read();
    const [, missing] = /\[… (\d+) bytes left out …\]/.exec(text) ?? [];
    const shown = text.replaceAll(/[^\0\uFFFD]/g, '').length;
    expect({ bytes, isCut, isText, all: shown + Number(missing) }).toEqual({
      bytes: size,
      isCut: true,
      isText: byte === 0,
      all: size,
    });
    expect(JSON.stringify(text).length).toBeLessThan(360);
  }
});

test('a mark is found however it is cut, and everything before it is handed on', () => {
  fc.assert(
    fc.property(texts, cuts, fc.boolean(), (text, sizes, hasMark) => {
      const seen: Uint8Array[] = [];
      const stream = new MarkedStream({
        mark: 'MARK',
        extra: 3,
        onData: (part) => seen.push(Uint8Array.from(part)),
      });
      let end: MarkedEnd | undefined;
      for (const part of parts(Buffer.from(hasMark ? `${text}MARK007` : text), sizes))
        end ??= stream.add(part);
      end ??= stream.end();
      expect(Buffer.concat(seen).toString()).toBe(text);
      expect(end).toEqual(hasMark ? { isMarked: true, after: '007' } : { isMarked: false });
    }),
  );
});
