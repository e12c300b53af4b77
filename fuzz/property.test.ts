import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { fuzzProperty } from './property.ts';
import { formatReport, replayCommand } from './report.ts';

const refusesLarge = fuzzProperty({
  name: 'small',
  runs: { full: 1000, short: 100 },
  cases: fc.nat(),
  check(number) {
    if (number > 1_000) throw new Error(`${number} is too large`);
  },
});
const silent = { onCase: () => {} };

test('a case that fails is found, made as small as it can be, and found again by its seed and path', async () => {
  const found = await refusesLarge.run({ seed: 7, runs: 100, ...silent });
  expect(found).toMatchObject({ seed: 7, example: '1001' });
  const again = await refusesLarge.run({ seed: 7, runs: 100, path: found?.path ?? '', ...silent });
  expect(again).toMatchObject({ seed: 7, example: '1001' });
});

test('a finding is told with its seed, its path and the command that tries it again', async () => {
  const finding = await refusesLarge.run({ seed: 7, runs: 100, ...silent });
  if (finding === undefined) throw new Error('nothing was found');
  const outcome = { target: 'names', property: 'small', seed: 7, cases: 3, seconds: 0.1, finding };
  const command = `bun run fuzz --target names --property small --seed 7 --path ${finding.path}`;
  expect(replayCommand(outcome)).toBe(command);
  expect(formatReport([outcome])).toContain(`again: ${command}`);
  expect(formatReport([outcome])).toEndWith('3 cases, 1 findings');
});

test('the n-th case of a seed lies at n - 1, so that one that ends its process can be tried again', async () => {
  const seen: number[] = [];
  const collecting = fuzzProperty({
    name: 'all',
    runs: { full: 1, short: 1 },
    cases: fc.nat(),
    check: (number) => void seen.push(number),
  });
  await collecting.run({ seed: 11, runs: 20, ...silent });
  const seventh = seen[6];
  seen.length = 0;
  await collecting.run({ seed: 11, runs: 20, path: '6', ...silent });
  expect(seen).toEqual([seventh ?? -1]);
});
