import { parseJson, type JsonValue } from '@goondan/core';
import * as fc from 'fast-check';
import { channelEnd } from '../../packages/runtime/test/process/support/channel-pair.ts';
import { expect } from '../expect.ts';
import { fuzzProperty, type FuzzProperty } from '../property.ts';
import { randomEnvelope } from './random-frame.ts';

/** What somebody between the two ends does with the n-th envelope. */
const meddling = fc.record({
  at: fc.nat(30),
  act: fc.oneof(
    fc.constantFrom(
      { kind: 'drop' as const },
      { kind: 'double' as const },
      { kind: 'swap' as const },
      { kind: 'cut' as const },
      { kind: 'swell' as const },
    ),
    fc.record({ kind: fc.constant('add' as const), envelope: randomEnvelope }),
  ),
});

type Meddling = typeof meddling extends fc.Arbitrary<infer Value> ? Value : never;

function meddled(envelopes: readonly unknown[], meddlings: readonly Meddling[]): unknown[] {
  const result: unknown[] = [...envelopes];
  for (const { at, act } of meddlings) {
    const index = at % Math.max(result.length, 1);
    const envelope = result[index];
    const text = JSON.stringify(envelope ?? null);
    if (act.kind === 'drop') result.splice(index, 1);
    if (act.kind === 'double') result.splice(index, 0, envelope);
    if (act.kind === 'swap') result.splice(index, 2, result[index + 1], envelope);
    if (act.kind === 'cut') result[index] = text.slice(0, text.length / 2);
    if (act.kind === 'swell')
      result[index] = parseJson(text.replace('"text":"', `"text":"${' '.repeat(300_000)}`));
    if (act.kind === 'add') result.splice(index, 0, act.envelope);
  }
  return result;
}

/** IPC-1: a channel takes what it is sent in order, up to the first thing that breaks the rules, and nothing after it; nothing is thrown. */
export function channelProperty(root: string): FuzzProperty {
  return fuzzProperty({
    name: 'channel',
    runs: { full: 20_000, short: 500 },
    cases: fc.record({
      values: fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 30 }),
      meddlings: fc.array(meddling, { maxLength: 4 }),
    }),
    check({ values, meddlings }) {
      const wanted = values.map((value, index): JsonValue => [index, copyOf(value)]);
      const taken: unknown[] = [];
      const sender = channelEnd(root);
      const end = channelEnd(root, { take: (value) => void taken.push(value) });
      for (const value of wanted) sender.channel.notice('take', value);
      for (const envelope of meddled(sender.sent.map(copyOf), meddlings)) {
        const before = taken.length;
        const wasBroken = end.violations.length > 0;
        end.channel.receive(envelope);
        if (wasBroken) expect(taken.length, before, 'taken after it broke');
      }
      expect(taken, wanted.slice(0, taken.length), 'in order, each once, as it was sent');
      expect(end.violations.length <= 1, true, 'told once that it broke');
      if (meddlings.length === 0) expect([taken.length, end.violations], [values.length, []]);
      sender.channel.close();
      end.channel.close();
    },
  });
}

/** As it comes out of a pipe. */
function copyOf(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}
