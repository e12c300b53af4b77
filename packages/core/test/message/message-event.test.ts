import * as fc from 'fast-check';
import { expect, test } from 'bun:test';
import { applyMessageEvents, type Message, type MessageEvent } from '../../src/index.ts';

function message(id: string, text = id): Message {
  return {
    id,
    data: { role: 'user', content: text },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'user' },
  };
}

const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
const [a, b, c] = [message('a'), message('b'), message('c')];

test('§6: append adds at the end, in order', () => {
  const events: MessageEvent[] = [
    { type: 'append', message: b },
    { type: 'append', message: c },
  ];
  expect(applyMessageEvents([a], events)).toEqual([a, b, c]);
});

test('§6: replace puts another message in the place of its target', () => {
  const shorter = message('b2', 'in short');
  expect(applyMessageEvents([a, b, c], [{ type: 'replace', targetId: 'b', message: shorter }])).toEqual([
    a,
    shorter,
    c,
  ]);
});

test('§6: a replaced message is found by its new id from then on', () => {
  const events: MessageEvent[] = [
    { type: 'replace', targetId: 'b', message: message('b2') },
    { type: 'remove', targetId: 'b' },
    { type: 'replace', targetId: 'b2', message: message('b3') },
  ];
  expect(ids(applyMessageEvents([a, b, c], events))).toEqual(['a', 'b3', 'c']);
});

test('§6: remove takes its target away, truncate everything', () => {
  expect(ids(applyMessageEvents([a, b, c], [{ type: 'remove', targetId: 'b' }]))).toEqual(['a', 'c']);
  const events: MessageEvent[] = [{ type: 'truncate' }, { type: 'append', message: c }];
  expect(ids(applyMessageEvents([a, b], events))).toEqual(['c']);
});

test('§6: events on messages that are not there change nothing', () => {
  const events: MessageEvent[] = [
    { type: 'replace', targetId: 'ghost', message: message('x') },
    { type: 'remove', targetId: 'ghost' },
  ];
  expect(applyMessageEvents([a, b], events)).toEqual([a, b]);
});

test('§6: base and events stay as they were, and the result is a list of its own', () => {
  const base = Object.freeze([a, b]);
  const events: readonly MessageEvent[] = Object.freeze([{ type: 'append', message: c } as const]);
  const messages = applyMessageEvents(base, events);
  messages.pop();
  messages.pop();
  expect(ids(base)).toEqual(['a', 'b']);
  expect(ids(applyMessageEvents(base, events))).toEqual(['a', 'b', 'c']);
  expect(applyMessageEvents(base, [])).not.toBe(base);
});

const someId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const someMessage = fc.tuple(someId, fc.string({ maxLength: 3 })).map(([id, text]) => message(id, text));
const someEvent: fc.Arbitrary<MessageEvent> = fc.oneof(
  { weight: 4, arbitrary: someMessage.map((added) => ({ type: 'append' as const, message: added })) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('replace' as const), targetId: someId, message: someMessage }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), targetId: someId }) },
  { weight: 1, arbitrary: fc.constant({ type: 'truncate' as const }) },
);

test('PIPE-2: messages = base + events is a function of both: the same again, whole or in any two parts', () => {
  fc.assert(
    fc.property(fc.array(someMessage), fc.array(someEvent), fc.nat(), (base, events, cut) => {
      const whole = applyMessageEvents(base, events);
      expect(applyMessageEvents(base, events)).toEqual(whole);
      // A journal may fold the events it has into the base at any place.
      const at = cut % (events.length + 1);
      const folded = applyMessageEvents(base, events.slice(0, at));
      expect(applyMessageEvents(folded, events.slice(at))).toEqual(whole);
    }),
  );
});

test('PIPE-2: the result agrees with a model that knows nothing but places', () => {
  fc.assert(
    fc.property(fc.array(someMessage), fc.array(someEvent), (base, events) => {
      let expected = [...base];
      for (const event of events) {
        if (event.type === 'truncate') expected = [];
        else if (event.type === 'append') expected = [...expected, event.message];
        else
          expected = expected.flatMap((present) => {
            if (present.id !== event.targetId) return [present];
            return event.type === 'replace' ? [event.message] : [];
          });
      }
      expect(applyMessageEvents(base, events)).toEqual(expected);
    }),
  );
});

test('PIPE-2: events of a generator are read once, in order', () => {
  function* events(): Generator<MessageEvent> {
    yield { type: 'append', message: b };
    yield { type: 'remove', targetId: 'a' };
  }
  expect(ids(applyMessageEvents([a], events()))).toEqual(['b']);
});
