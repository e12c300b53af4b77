import { expect, test } from 'bun:test';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordLog, type LogRecord } from '@goondan/runtime/storage';
import { inTempDir } from './temp-dir.ts';
import { byTier } from '../../../../scripts/tests/by-tier.ts';

const written = new Map<string, LogRecord[]>(
  ['turn-a', 'turn-b'].map((stream) => [
    stream,
    Array.from({ length: 5 }, (_, index) => ({
      name: `s${index}/run`,
      value: { stream, index, text: '군단' },
    })),
  ]),
);

/** What a damaged log says: that it is damaged, or for every stream an exact start of what was written. */
function judge(path: string): 'refused' | 'whole' | 'start' {
  let log: RecordLog | undefined;
  try {
    log = new RecordLog(path);
    let count = 0;
    for (const stream of new Set([...log.streams(), ...written.keys()])) {
      const records = log.read(stream);
      expect(records).toEqual((written.get(stream) ?? []).slice(0, records.length));
      count += records.length;
    }
    return count === 10 ? 'whole' : 'start';
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('E_STORAGE_'))
      return 'refused';
    throw thrown;
  } finally {
    log?.close();
  }
}

async function writeLog(path: string, from = 0, to = 10): Promise<RecordLog> {
  const log = new RecordLog(path);
  const all = [...written].flatMap(([stream, records]) => records.map((record) => ({ stream, record })));
  for (const { stream, record } of all.slice(from, to)) await log.append(stream, [record]);
  return log;
}

async function judgeAll(
  path: string,
  variants: Iterable<Uint8Array>,
  target: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const bytes of variants) {
    await Bun.write(target, bytes);
    const verdict = judge(path);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}

/** Every byte, or one of seventeen. */
const stride = byTier({ full: 1, short: 17 });

function* flipped(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let index = 0; index < bytes.length; index += stride) {
    const copy = bytes.slice();
    copy[index] = (copy[index] ?? 0) ^ (1 << ((index * 7) % 8));
    yield copy;
  }
}

function* cut(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let length = 0; length < bytes.length; length += 13 * stride) yield bytes.slice(0, length);
}

for (const [what, variantsOf] of [
  ['with a bit flipped in any byte', flipped],
  ['cut off at any place', cut],
] as const) {
  test(`a log ${what} gives all that was written or says that it is damaged`, async () => {
    await inTempDir(async (directory) => {
      const path = join(directory, 'log.db');
      (await writeLog(path)).close();
      const bytes = await Bun.file(path).bytes();
      await Promise.all([rm(`${path}-wal`, { force: true }), rm(`${path}-shm`, { force: true })]);
      const counts = await judgeAll(path, variantsOf(bytes), path);
      expect(counts.get('refused') ?? 0).toBeGreaterThan(0);
      // Only the end of a write-ahead file can be missing without a trace, and an empty file is one that was never written to.
      expect(counts.get('start') ?? 0).toBe(variantsOf === cut ? 1 : 0);
    });
  }, 300_000);

  test(`a write-ahead file ${what} gives an exact start of what was written or says that it is damaged`, async () => {
    await inTempDir(async (directory) => {
      const source = join(directory, 'source.db');
      (await writeLog(source, 0, 8)).close();
      const log = await writeLog(source, 8, 10);
      // As a process that was killed leaves it: the log is still open.
      const wal = await Bun.file(`${source}-wal`).bytes();
      const path = join(directory, 'log.db');
      await copyFile(source, `${path}.main`);
      log.close();
      const variants = variantsOf(wal);
      const counts = new Map<string, number>();
      for (const bytes of variants) {
        await Promise.all([rm(`${path}-shm`, { force: true }), copyFile(`${path}.main`, path)]);
        for (const [verdict, count] of await judgeAll(path, [bytes], `${path}-wal`)) {
          counts.set(verdict, (counts.get(verdict) ?? 0) + count);
        }
      }
      expect(counts.get('start') ?? 0).toBeGreaterThan(0);
    });
  }, 300_000);
}
