import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { folderOwner, lockFolder, RecordLog } from '@goondan/runtime/storage';
import { codeOf, inTempDir } from './temp-dir.ts';

function start(mode: 'append' | 'lock' | 'look', path: string) {
  const script = join(import.meta.dir, 'child.ts');
  return Bun.spawn([process.execPath, '--no-install', script, mode, path], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
}

/** Reads what the child acknowledges, kills it once it has said enough, and gives back all it said in whole lines. */
async function killAfter(child: ReturnType<typeof start>, lines: number): Promise<string[]> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split('\n').length > lines) child.kill('SIGKILL');
  }
  await child.exited;
  return text.split('\n').slice(0, -1);
}

test('no acknowledged record is lost by kill -9, and each stream is an exact sequence', async () => {
  await inTempDir(async (directory) => {
    const path = join(directory, 'log.db');
    const acknowledged: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      acknowledged.push(...(await killAfter(start('append', path), 1 + round * 17)));
      const log = new RecordLog(path);
      const found = new Set<string>();
      for (const stream of log.streams()) {
        for (const [position, record] of log.read(stream).entries()) {
          expect(record).toEqual({
            name: String(position),
            value: { index: position, filler: 'x'.repeat(200) },
          });
          found.add(`${stream} ${position}`);
        }
      }
      expect(acknowledged.filter((line) => !found.has(line))).toEqual([]);
      log.close();
    }
    expect(acknowledged.length).toBeGreaterThan(100);
  });
}, 120_000);

test('a folder in use by another process is E_STORAGE_LOCKED naming it, and free once that process is killed', async () => {
  await inTempDir(async (directory) => {
    const child = start('lock', directory);
    for await (const chunk of child.stdout) {
      expect(new TextDecoder().decode(chunk)).toContain('locked');
      expect(codeOf(() => lockFolder(directory))).toBe('E_STORAGE_LOCKED');
      expect(() => lockFolder(directory)).toThrow(`child.ts (process ${child.pid}, since `);
      expect(folderOwner(directory)).toStartWith(`child.ts (process ${child.pid}, since `);
      child.kill('SIGKILL');
    }
    await child.exited;
    expect(folderOwner(directory)).toBeUndefined();
    const unlock = lockFolder(directory);
    expect(folderOwner(directory)).toBe(`process ${process.pid} (this one)`);
    expect(() => lockFolder(directory)).toThrow('this one');
    unlock();
    unlock();
    lockFolder(directory)();
  });
}, 60_000);

test('whoever looks who works in a folder, all the time, keeps nobody from working there', async () => {
  await inTempDir(async (directory) => {
    expect(folderOwner(join(directory, 'unused'))).toBeUndefined();
    lockFolder(directory)();
    const child = start('look', directory);
    for await (const chunk of child.stdout) {
      expect(new TextDecoder().decode(chunk)).toContain('looking');
      try {
        for (let round = 0; round < 300; round += 1) lockFolder(directory)();
      } finally {
        child.kill('SIGKILL');
      }
    }
    await child.exited;
  });
}, 60_000);
