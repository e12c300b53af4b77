import { expect, test } from 'bun:test';
import { foreignToolName, parseJson, parseToolName } from '@goondan/core';
import { constantFrom, oneof, sample, string, stringMatching, tuple } from 'fast-check';

const nasty = oneof(
  string({ maxLength: 80 }),
  string({ unit: 'binary', maxLength: 80 }),
  stringMatching(/^[a-z0-9_]{1,70}$/),
  stringMatching(/^[A-Za-z0-9_./-]{1,90}$/),
  constantFrom('a__b', '_', '__', 'a_', '-', 'constructor', '__proto__', 'é', 'e\u0301', 'A', 'a'),
);
const pair = tuple(nasty, nasty);

test('NAME-5: 10,000 random foreign names map to legal names, injectively', () => {
  const pairs = sample(pair, { numRuns: 10_000, seed: 7 });
  const originals = new Map<string, string>();
  for (const [key, tool] of pairs) {
    const name = foreignToolName(key, tool);
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(parseToolName(name)).not.toBeNull();
    const original = JSON.stringify([key, tool]);
    expect(originals.get(name) ?? original).toBe(original);
    originals.set(name, original);
    // A name that was made is an original like any other.
    const again = foreignToolName(key, name);
    expect(originals.get(again) ?? JSON.stringify([key, name])).toBe(JSON.stringify([key, name]));
    originals.set(again, JSON.stringify([key, name]));
  }
});

test('NAME-5: names depend on nothing but the two words: the same in another process, in any order', () => {
  const pairs = sample(pair, { numRuns: 2_000, seed: 7 }).map(
    ([key, tool]) => [key.toWellFormed(), tool.toWellFormed()] as const,
  );
  const here = pairs.map(([key, tool]) => foreignToolName(key, tool));
  const backwards = pairs.toReversed().map(([key, tool]) => foreignToolName(key, tool));
  expect(backwards.toReversed()).toEqual(here);
  const script = `
    const { foreignToolName } = await import('@goondan/core');
    const pairs = JSON.parse(await Bun.stdin.text());
    console.log(JSON.stringify(pairs.map(([key, tool]) => foreignToolName(key, tool))));`;
  const child = Bun.spawnSync([process.execPath, '--no-install', '-e', script], {
    cwd: import.meta.dir,
    stdin: Buffer.from(JSON.stringify(pairs)),
    env: { ...process.env, BUN_JSC_usePollingTraps: '1' },
  });
  const there = parseJson(child.stdout.toString());
  expect(there).toEqual(pairs.map(([key, tool]) => foreignToolName(key, tool)));
});
