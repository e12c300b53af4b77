import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { workspaceLayout } from '../../src/workspace/layout.ts';

const keys = [
  'default',
  '',
  '.',
  '..',
  '../..',
  '/',
  'a/b',
  'a-b',
  'a_b',
  'a:b',
  'a\\b',
  'A',
  'a',
  'CON',
  ' a',
  'a ',
  'a.',
  '군단',
  '😀',
  'a\0b',
  'a\nb',
  '__proto__',
  'constructor',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(1024),
];

test('SPEC §10: every instance key has a folder of its own below that of its agent, whatever text it is', () => {
  const layout = workspaceLayout('/state');
  const workdirs = keys.map((key) => layout.workdirOf('agent', key));
  const journals = keys.map((key) => layout.journalOf('agent', key));
  for (const paths of [workdirs, journals]) {
    // Some disks do not tell upper from lower case.
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(keys.length);
    for (const path of paths)
      expect(relative(layout.agentFolder('agent'), path)).toMatch(/^instances\/[\w-]+\/[\w.]+$/);
  }
});

test('SPEC §10: without a bundle there is one fixed workspace; a bundle has its own, also when a link leads to it', () => {
  const bundle = mkdtempSync(join(tmpdir(), 'goondan-layout-'));
  const link = `${bundle}-link`;
  symlinkSync(bundle, link);
  try {
    expect(workspaceLayout('/state').folder).toBe('/state/workspaces/stock');
    expect(workspaceLayout('/state', bundle).folder).not.toBe('/state/workspaces/stock');
    expect(workspaceLayout('/state', link)).toMatchObject({
      folder: workspaceLayout('/state', bundle).folder,
    });
    expect(workspaceLayout('/state', bundle).handles).toBe(workspaceLayout('/state').handles);
  } finally {
    rmSync(link);
    rmSync(bundle, { recursive: true });
  }
});
