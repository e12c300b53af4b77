import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { filesByTier } from './files-by-tier.ts';
import { fullOnly } from './full-only.ts';

const root = join(import.meta.dir, '../..');

test('every file that only the full tier runs is there', () => {
  expect(fullOnly.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a file that asks for its counts is found, and one that does not is not', () => {
  const found = filesByTier(root);
  expect(found).toContain('packages/core/test/tool/executor-property.test.ts');
  expect(found).not.toContain('packages/core/test/tool/registry.test.ts');
});

test('what does more in the full tier is named in the table of CONTRIBUTING.md', async () => {
  const table = await Bun.file(join(root, 'CONTRIBUTING.md')).text();
  expect(filesByTier(root).filter((file) => !table.includes(`\`${file}\``))).toEqual([]);
});
