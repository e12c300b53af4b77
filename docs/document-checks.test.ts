import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksOf, fileOf, isRun } from '../scripts/documents/blocks.ts';
import { linksOf } from '../scripts/documents/links.ts';
import { runPage } from '../scripts/documents/run-page.ts';
import { isShown } from '../scripts/documents/shown-text.ts';
import { fragmentProblems } from '../scripts/documents/yaml-fragment.ts';

const root = join(import.meta.dir, '..');

describe('what a page shows', () => {
  test('times, ids, bars and blanks do not matter; everything else does', () => {
    const shown = 'hello  turn 09f29040923789b2  148 ms  ▇▇▇\nit waits under h-a92f24e43dd6\n';
    expect(isShown(shown, 'hello turn 1e0663b340f67527   2.1 s ▇\nit waits under h-000000000000')).toBe(true);
    expect(isShown(shown, 'hello turn 1e0663b340f67527   2.1 s ▇\nit waits under h-000000000000\nmore')).toBe(
      false,
    );
    expect(isShown('2+3 is 5.', '2+3 is 6.')).toBe(false);
    expect(isShown('2 tools', '3 tools')).toBe(false);
  });

  test('… stands for anything in its line, and for any lines where it is alone', () => {
    expect(isShown('made …/my-swarm', 'made /home/me/my-swarm')).toBe(true);
    expect(isShown('made …/my-swarm', 'made /home/me\n/my-swarm')).toBe(false);
    expect(isShown('…\nend', 'end')).toBe(true);
    expect(isShown('…\nend', 'one\ntwo\nend')).toBe(true);
    expect(isShown('start\n…\nend', 'start\nend')).toBe(true);
    expect(isShown('start\n…\nend', 'start\none\nend\nmore')).toBe(false);
  });
});

describe('running a page', () => {
  test('blocks share one shell, files are written where it stands, and nothing follows a block that fails', async () => {
    const page = [
      '```sh\nmkdir inner && cd inner\nNAME=heron\n```',
      '```json data.json\n{"a":1}\n```',
      '```sh\necho $NAME; cat data.json\n```',
      "```ts\nconsole.log('from code');\n```",
      '```sh\nfalse\n```',
      '```sh\necho late\n```',
    ].join('\n');
    const blocks = blocksOf(page);
    const folder = await mkdtemp(join(root, 'node_modules', '.documents-'));
    try {
      const printed = await runPage({ blocks, folder, root });
      const texts = await Promise.all(blocks.filter(isRun).map(printed));
      expect(texts.slice(0, 3)).toEqual(['', 'heron\n{"a":1}\n', 'from code\n']);
      expect(texts[3]).toContain('(the block did not end well)');
      expect(texts[4]).toContain('it was not reached');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('what is installed by npm is not run, and a note that is no file is none', () => {
    const [install, fragment, file] = blocksOf(
      '```sh\nnpm ci && npm start\n```\n```yaml fragment Agent\na: 1\n```\n```yaml goondan.yaml\na: 1\n```\n',
    );
    expect(install && isRun(install)).toBe(false);
    expect(fragment && fileOf(fragment)).toBeUndefined();
    expect(file && fileOf(file)).toBe('goondan.yaml');
  });
});

describe('pieces of YAML', () => {
  test('need not be whole, but know every key and value they have', () => {
    expect(fragmentProblems('tools: [Tool/bash]\npolicy: { maxStepsPerTurn: 3 }', 'Agent')).toEqual([]);
    expect(fragmentProblems('tols: [Tool/bash]', 'Agent').join()).toContain('tols');
    expect(fragmentProblems('policy: { maxStepsPerTurn: many }', 'Swarm').join()).toContain(
      'maxStepsPerTurn',
    );
    expect(fragmentProblems('a: [', 'Agent')).not.toEqual([]);
    expect(fragmentProblems('tools: []')).toEqual(['it has no kind']);
  });
});

test('links are found with their anchors, and not in code', () => {
  const text =
    'See [a](a.md#b), [`c`](c.md), [d](#e), [web](https://example.com).\n```ts\n[x](y.md)\n```\n`[z](z.md)`';
  expect(linksOf(text)).toEqual([
    { path: 'a.md', anchor: 'b' },
    { path: 'c.md', anchor: '' },
    { path: '', anchor: 'e' },
  ]);
});
