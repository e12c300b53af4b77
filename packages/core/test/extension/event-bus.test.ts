import { expect, test } from 'bun:test';
import { registerExtensions, type ExtensionApi } from '../../src/index.ts';
import { settled } from '../tool/support/never.ts';
import { throwAnything } from '../tool/support/ill-typed.ts';
import { testHost, type TestHost } from './extension-host.ts';

/** The apis of two extensions of one process. */
async function twoApis(host: TestHost): Promise<readonly [ExtensionApi, ExtensionApi]> {
  const apis: ExtensionApi[] = [];
  const module = { register: (api: ExtensionApi) => void apis.push(api) };
  await registerExtensions(
    [
      { name: 'one', module },
      { name: 'two', module },
    ],
    host,
  );
  const [one, two] = apis;
  if (one === undefined || two === undefined) throw new Error('register() did not run twice');
  return [one, two];
}

test('events: what one extension emits, listeners of all extensions hear, in order of registration, at once', async () => {
  const [one, two] = await twoApis(testHost());
  const heard: unknown[] = [];
  two.events.on('ready', (payload) => void heard.push(['two', payload]));
  one.events.on('ready', (payload) => void heard.push(['one', payload]));
  one.events.on('other', () => void heard.push('other'));
  one.events.emit('ready', { port: 1 });
  expect(heard).toEqual([
    ['two', { port: 1 }],
    ['one', { port: 1 }],
  ]);
  two.events.emit('ready');
  expect(heard.slice(2)).toEqual([
    ['two', undefined],
    ['one', undefined],
  ]);
  one.events.emit('nobody listens');
});

test('events: on() returns what ends the listening, for that registration alone and as often as one likes', async () => {
  const [one] = await twoApis(testHost());
  let count = 0;
  const listener = (): void => {
    count += 1;
  };
  const off = one.events.on('tick', listener);
  const offAgain = one.events.on('tick', listener);
  one.events.emit('tick');
  expect(count).toBe(2);
  off();
  off();
  one.events.emit('tick');
  expect(count).toBe(3);
  offAgain();
  one.events.emit('tick');
  expect(count).toBe(3);
});

test('events: a listener that throws or rejects disturbs neither the others nor the emitter, and is logged', async () => {
  const host = testHost();
  const [one, two] = await twoApis(host);
  const heard: string[] = [];
  const hostile = new Proxy({}, { get: () => throwAnything('no') });
  one.events.on('boom', () => throwAnything(new Error('thrown at once')));
  one.events.on('boom', () => Promise.reject(new Error('thrown later')));
  one.events.on('boom', () => throwAnything('plain text'));
  one.events.on('boom', () => throwAnything(hostile));
  one.events.on('boom', () => void heard.push('one'));
  two.events.on('boom', async () => void heard.push('two'));
  one.events.emit('boom');
  expect(heard).toEqual(['one', 'two']);
  await settled();
  for (const reason of ['thrown at once', 'thrown later', 'plain text']) {
    expect(host.lines.filter((line) => line.includes(`'boom'`) && line.includes(reason))).toHaveLength(1);
  }
  expect(host.lines).toHaveLength(4);
});

test('events: a slow listener is not waited for', async () => {
  const [one] = await twoApis(testHost());
  const slow = Promise.withResolvers<void>();
  const heard: string[] = [];
  one.events.on('tick', async () => {
    await slow.promise;
    heard.push('slow');
  });
  one.events.on('tick', () => void heard.push('quick'));
  one.events.emit('tick');
  expect(heard).toEqual(['quick']);
  slow.resolve();
  await settled();
  expect(heard).toEqual(['quick', 'slow']);
});

test('events: a listener added while an event is told hears the next one only', async () => {
  const [one] = await twoApis(testHost());
  const heard: string[] = [];
  const off = one.events.on('tick', () => {
    heard.push('first');
    off();
    one.events.on('tick', () => void heard.push('added'));
  });
  one.events.emit('tick');
  expect(heard).toEqual(['first']);
  one.events.emit('tick');
  expect(heard).toEqual(['first', 'added']);
});

test('events: a listener taken away while an event is told does not hear it any more', async () => {
  const [one] = await twoApis(testHost());
  const heard: string[] = [];
  let offSecond = (): void => {};
  one.events.on('tick', () => {
    heard.push('first');
    offSecond();
  });
  offSecond = one.events.on('tick', () => void heard.push('second'));
  one.events.on('tick', () => void heard.push('third'));
  one.events.emit('tick');
  expect(heard).toEqual(['first', 'third']);
});

test('events: an event emitted by a listener is told to all before the first goes on', async () => {
  const [one] = await twoApis(testHost());
  const heard: string[] = [];
  one.events.on('outer', () => {
    one.events.emit('inner');
    heard.push('outer');
  });
  one.events.on('inner', () => void heard.push('inner'));
  one.events.emit('outer');
  expect(heard).toEqual(['inner', 'outer']);
});

test('events: names of Object.prototype are names like any other', async () => {
  const [one] = await twoApis(testHost());
  const heard: unknown[] = [];
  for (const name of ['__proto__', 'constructor', 'toString', ''])
    one.events.on(name, (payload) => void heard.push(payload));
  for (const name of ['__proto__', 'constructor', 'toString', '']) one.events.emit(name, name);
  expect(heard).toEqual(['__proto__', 'constructor', 'toString', '']);
});
