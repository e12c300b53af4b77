import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { errorCodes, isErrorCode } from '../../src/error/codes.ts';

async function goldenTexts(): Promise<string> {
  const names = (await readdir(import.meta.dir)).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(names.map((name) => readFile(join(import.meta.dir, name), 'utf8')));
  return texts.join('\n');
}

test('every configuration code has a golden case, and no golden case shows a code that is not listed', async () => {
  const shown = Array.from(
    (await goldenTexts()).matchAll(/^goondan\.yaml:\d+:\d+ {2}(E_\w+) {2}/gm),
    ([, code]) => code,
  );
  const codes = Object.keys(errorCodes).filter((code) => code.startsWith('E_CONFIG_'));
  expect(codes.filter((code) => !shown.includes(code))).toEqual([]);
  expect(shown.every(isErrorCode)).toBe(true);
});

test('there are at least 55 golden cases', async () => {
  expect((await goldenTexts()).match(/^ +golden\(/gm)?.length).toBeGreaterThanOrEqual(55);
});
