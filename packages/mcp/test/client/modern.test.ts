import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { startHost } from './extension-host.ts';
import { modernServer } from './modern-server.ts';
import { waitUntil } from './wait-until.ts';

test('PEND-3: what a server of 2026-07-28 wants to know is asked, one thing after the other, and sent with its state', async () => {
  await using host = await startHost({ new: modernServer() });
  const asked: unknown[] = [];
  const result = await host.call(
    'new__greet',
    {},
    {
      person(question) {
        asked.push(question['message']);
        return question['message'] === 'Who?' ? 'Ada' : 'decline';
      },
    },
  );
  expect(asked).toEqual(['Who?', 'Sure?']);
  const sent = { who: { action: 'accept', content: { name: 'Ada' } }, sure: { action: 'decline' } };
  expect(result).toMatchObject({ status: 'ok', output: `hello ${JSON.stringify(sent)} "opaque"` });
});

test('PEND-1: a task of 2026-07-28 is a pending call; its result comes also to the next process', async () => {
  await using place = await startHost({});
  const done = join(place.folder, 'done');
  const first = await startHost({ new: modernServer(done) }, { folder: place.folder });
  const { status, handle = '' } = await first.call('new__job');
  expect(status).toBe('pending');
  await first.stop();
  writeFileSync(done, '');
  await using second = await startHost({ new: modernServer(done) }, { folder: place.folder });
  await waitUntil(() => second.completed.has(handle));
  expect(second.completed.get(handle)).toEqual({ status: 'ok', output: 'the job is done' });
  await using third = await startHost({ new: modernServer(done) }, { folder: place.folder });
  expect(third.completed.size).toBe(0);
});
