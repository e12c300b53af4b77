import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HandleFiles } from '../../src/engine/local/handle-files.ts';
import { inTempDir } from '../storage/temp-dir.ts';
import { handleRecord } from './handle-record.ts';
import { failureOf } from './open-engine.ts';

const namedSchema = z.object({ handle: z.string() });

function start(...args: readonly string[]) {
  const script = join(import.meta.dir, 'handle-child.ts');
  return Bun.spawn([process.execPath, '--no-install', script, ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
}

/** Whole lines of a process as they come. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Lets several processes go for the same handles at once; says for each handle how often it was got. */
async function race(mode: 'claim' | 'complete', folder: string, count: number): Promise<Map<string, number>> {
  const children = Array.from({ length: 4 }, () => start(mode, folder, '0', String(count)));
  const readers = children.map(({ stdout }) => linesOf(stdout));
  for (const reader of readers) expect((await reader.next()).value).toBe('ready');
  for (const { stdin } of children) {
    void stdin.write('go\n');
    void stdin.flush();
  }
  const got = new Map<string, number>();
  await Promise.all(
    readers.map(async (reader) => {
      for await (const handle of reader) got.set(handle, (got.get(handle) ?? 0) + 1);
    }),
  );
  for (const child of children) expect(await child.exited).toBe(0);
  return got;
}

test('PEND-1: of several processes that claim one handle exactly one gets it; PEND-2: of several that complete it, too', async () => {
  await inTempDir(async (folder) => {
    const count = 150;
    const expected = new Map(Array.from({ length: count }, (_, index) => [`h${index}`, 1]));
    expect(sorted(await race('claim', folder, count))).toEqual(sorted(expected));
    expect(sorted(await race('complete', folder, count))).toEqual(sorted(expected));
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(names.length).toBe(2 * count);
  });
}, 60_000);

function sorted(map: ReadonlyMap<string, number>): [string, number][] {
  return [...map].toSorted(([one], [other]) => one.localeCompare(other));
}

test('a process killed while it claims leaves each handle whole or not at all, and none that it was told is missing', async () => {
  await inTempDir(async (folder) => {
    const files = new HandleFiles(folder);
    const told = new Map<string, string>();
    for (let round = 0; round < 8; round += 1) {
      const child = start('endless', folder, String(round * 10_000));
      let lines = 0;
      for await (const line of linesOf(child.stdout)) {
        if (line !== 'ready') told.set(line, `${child.pid}/${line.slice(1)}`);
        lines += 1;
        if (lines === 2 + round * 5) child.kill('SIGKILL');
      }
      await child.exited;
    }
    expect(told.size).toBeGreaterThan(50);
    for (const [handle, key] of told) expect((await files.find(handle))?.idempotencyKey).toBe(key);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      const { handle } = namedSchema.parse(await Bun.file(join(folder, name)).json());
      expect((await files.find(handle))?.handle).toBe(handle);
      // Whether it was told or not, it is taken.
      expect(await files.claim(handleRecord(handle, 'somebody else'))).toBe(false);
    }
  });
}, 60_000);

test('a handle may be any text, is claimed again by the same call only, and is completed once', async () => {
  await inTempDir(async (folder) => {
    const files = new HandleFiles(join(folder, 'not', 'there', 'yet'));
    const handles = [
      '',
      '../../escape',
      'a/b',
      '군단',
      'x'.repeat(10_000),
      'CON',
      'h',
      'H',
      '.',
      '\0',
      '\ud800',
    ];
    expect(await files.undelivered('here')).toEqual([]);
    for (const handle of handles) {
      expect(await files.find(handle)).toBeUndefined();
      expect(await failureOf(files.complete(handle, 1))).toMatchObject({ code: 'E_HANDLE_NOT_FOUND' });
      expect(await files.claim(handleRecord(handle, `key of ${handle}`))).toBe(true);
      expect(await files.claim(handleRecord(handle, `key of ${handle}`))).toBe(true);
      expect(await files.claim(handleRecord(handle, 'another key'))).toBe(false);
      expect(await files.outcomeOf(handle)).toBeUndefined();
      await files.complete(handle, { handle });
      expect(await failureOf(files.complete(handle, 2))).toMatchObject({ code: 'E_HANDLE_COMPLETED' });
      expect((await files.outcomeOf(handle))?.outcome).toEqual({ handle });
    }
    expect((await files.undelivered('here')).map(({ handle }) => handle).toSorted()).toEqual(
      handles.toSorted(),
    );
  });
});

test('a thousand handles: each is found, and those completed and not delivered are told, by workspace and kind', async () => {
  await inTempDir(async (folder) => {
    const files = new HandleFiles(folder);
    const records = Array.from({ length: 1000 }, (_, index) =>
      handleRecord(`h${index}`, `k${index}`, {
        workspace: index % 2 === 0 ? 'here' : 'there',
        kind: index % 5 === 0 ? 'held' : 'detached',
      }),
    );
    expect(await Promise.all(records.map((record) => files.claim(record)))).toEqual(records.map(() => true));
    const completed = records.slice(0, 600);
    await Promise.all(completed.map(({ handle }) => files.complete(handle, handle)));
    await Promise.all(records.slice(0, 100).map(({ handle }) => files.markDelivered(handle)));
    await files.markDelivered('h0');
    expect(await Promise.all(records.map(({ handle }) => files.find(handle)))).toEqual(records);
    const expected = records
      .slice(100, 600)
      .filter(({ workspace, kind }) => workspace === 'here' && kind === 'detached');
    const found = await files.undelivered('here');
    expect(found.map(({ handle }) => handle).toSorted()).toEqual(
      expected.map(({ handle }) => handle).toSorted(),
    );
    expect(found.length).toBe(200);
  });
}, 60_000);
