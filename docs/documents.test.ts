import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatFindings, loadBundle } from '@goondan/core/bundle';
import { loadStock } from '@goondan/runtime';
import { Glob } from 'bun';
import manifest from '../package.json' with { type: 'json' };
import { blocksOf, fileOf, isProgram, isRun, type Block } from '../scripts/documents/blocks.ts';
import { runPage, type Printed } from '../scripts/documents/run-page.ts';
import { byTier } from '../scripts/tests/by-tier.ts';
import { anchorsOf, linksOf } from '../scripts/documents/links.ts';
import { isShown, plain } from '../scripts/documents/shown-text.ts';
import { fragmentProblems } from '../scripts/documents/yaml-fragment.ts';

const root = join(import.meta.dir, '..');
// Inside the repository, so that the blocks' imports resolve as a reader's would.
const folder = await mkdtemp(join(root, 'node_modules', '.documents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = ['guide', 'how-to', 'explanation'];
const pages = [
  'README.md',
  'README.ko.md',
  'docs/README.md',
  ...written.flatMap((name) => [...new Glob(`docs/${name}/**/*.md`).scanSync(root)].toSorted()),
];
/** Those whose blocks are run; the others are checked without. */
const isRunPage = byTier({
  full: () => true,
  short: (page: string) => page === 'README.md' || page.startsWith('docs/guide/'),
});
const known = ['sh', 'ts', 'yaml', 'json', 'text', 'md', 'csv'];

for (const page of pages) {
  const blocks = blocksOf(await Bun.file(join(root, page)).text());
  const place = join(folder, page.replaceAll('/', '-'));

  describe(page, () => {
    if (isRunPage(page) && blocks.some(isRun)) describeRun(blocks, place);

    for (const block of blocks.filter(({ language }) => language === 'yaml')) {
      if (fileOf(block) !== undefined) continue;
      test(`the YAML at line ${block.line} is a piece of a bundle`, () => {
        const [kind = ''] = /^fragment ?(\w*)$/.exec(block.note)?.slice(1) ?? ['not a fragment'];
        expect(fragmentProblems(block.text, kind === '' ? undefined : kind)).toEqual([]);
      });
    }

    test('every block is one that is checked', () => {
      expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([]);
      const unfollowed = blocks.filter(
        (block, at) => isProgram(block) && shownAfter(blocks, at) === undefined,
      );
      expect(unfollowed).toEqual([]);
    });

    test('every script of npm that it names is there', () => {
      const named = blocks
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text }) => [...text.matchAll(/\bnpm (?:run (\S+)|(start|test))/g)])
        .map(([, run, short]) => run ?? short ?? '');
      expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    });
  });
}

function describeRun(blocks: readonly Block[], place: string): void {
  let printed: Printed = async () => undefined;
  beforeAll(async () => {
    await mkdir(place);
    printed = await runPage({ blocks, folder: place, root });
  }, 130_000);

  for (const [at, block] of blocks.entries()) {
    if (!isRun(block)) continue;
    const shown = shownAfter(blocks, at);
    test(`the block at line ${block.line} runs${shown === undefined ? '' : ' and prints what the page shows'}`, async () => {
      const text = (await printed(block)) ?? '';
      if (shown === undefined) expect(text).not.toContain('(the block did not end well)');
      else if (!isShown(shown, text)) expect(plain(text)).toBe(plain(shown));
    });
  }

  if (!blocks.some((block) => fileOf(block)?.endsWith('goondan.yaml'))) return;
  test('every bundle it writes is valid', async () => {
    const stock = (await loadStock()).names;
    for (const file of new Glob('**/goondan.yaml').scanSync({ cwd: join(place, 'home') })) {
      const bundle = await loadBundle(dirname(join(place, 'home', file)), { stock });
      // Which variables are set is a matter of the machine, not of the page.
      const findings = bundle.findings.filter(({ code }) => code !== 'E_CONFIG_ENV_MISSING');
      expect(formatFindings({ ...bundle, findings })).toBe('');
    }
  });
}

/** The text behind a block that shows what it prints. */
function shownAfter(blocks: readonly Block[], at: number): string | undefined {
  const next = blocks[at + 1];
  return next?.language === 'text' && next.note === '' ? next.text : undefined;
}

test('the code of all pages type-checks, strictly', async () => {
  const files = [];
  for (const page of pages) {
    const blocks = blocksOf(await Bun.file(join(root, page)).text()).filter(
      ({ language }) => language === 'ts',
    );
    const preamble = blocks.find(({ note }) => note === 'preamble')?.text ?? '';
    for (const block of blocks) {
      const file = join(folder, 'types', `${page.replaceAll('/', '-')}-${block.line}.ts`);
      await Bun.write(file, isProgram(block) ? `${preamble}\n${block.text}` : block.text);
      files.push(file);
    }
  }
  const config = join(folder, 'types/tsconfig.json');
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  await Bun.write(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  const child = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '-p', config], { cwd: root, stderr: 'pipe' });
  expect(await child.stdout.text()).toBe('');
});

const linked = [
  'llms.txt',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'README.md',
  'README.ko.md',
  ...new Glob('docs/**/*.md').scanSync(root),
];

test('every link leads to a file of the repository, and to a heading that is there', async () => {
  const broken = [];
  for (const document of linked) {
    for (const { path, anchor } of linksOf(await Bun.file(join(root, document)).text())) {
      const target = join(root, path === '' ? document : join(dirname(document), path));
      const isThere = existsSync(target) && (anchor === '' || (await anchorsOf(target)).includes(anchor));
      if (!isThere) broken.push(`${document}: ${path}#${anchor}`);
    }
  }
  expect(broken).toEqual([]);
});

test('the map of the documents names every page that somebody wrote', async () => {
  const map = await Bun.file(join(root, 'docs/README.md')).text();
  const unnamed = pages.filter(
    (page) => page.startsWith('docs/') && !map.includes(page.slice('docs/'.length)),
  );
  expect(unnamed.filter((page) => page !== 'docs/README.md')).toEqual([]);
});
