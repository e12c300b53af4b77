import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
// Inside the repository, so that the blocks' imports resolve as a reader's would.
const folder = await mkdtemp(join(root, 'node_modules', '.documents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const documents = ['README.md', ...new Glob('docs/guide/**/*.md').scanSync(root)];

for (const document of documents) {
  const blocks = blocksOf(await Bun.file(join(root, document)).text());
  const preamble = blocks.find((block) => block.info === 'ts preamble')?.text ?? '';

  describe(document, () => {
    for (const [index, block] of blocks.entries()) {
      if (block.info !== 'ts') continue;
      const output = blocks[index + 1];

      test(`the code at line ${block.line} prints what the document says`, async () => {
        const file = join(folder, `${document.replaceAll('/', '-')}-${block.line}.ts`);
        await Bun.write(file, `${preamble}\n${block.text}`);
        const child = Bun.spawn([process.execPath, '--no-install', file], { cwd: root, stderr: 'pipe' });
        const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
        expect({ printed, errors, exit: await child.exited }).toEqual({
          printed: output?.text ?? '',
          errors: '',
          exit: 0,
        });
      });
    }

    for (const { line, command } of blocks.flatMap(commandsOf)) {
      test(`the command at line ${line} runs: ${command}`, async () => {
        const child = Bun.spawn(['bash', '-c', command], {
          cwd: root,
          env: { ...process.env, GOONDAN_STATE_ROOT: join(folder, 'state') },
          stdout: 'ignore',
          stderr: 'pipe',
        });
        const errors = await child.stderr.text();
        expect({ errors, exit: await child.exited }).toMatchObject({ exit: 0 });
      });
    }

    test('every code block is followed by what it prints', () => {
      const unfollowed = blocks.filter(
        (block, index) => block.info === 'ts' && blocks[index + 1]?.info !== 'text',
      );
      expect(unfollowed).toEqual([]);
    });

    test('every link to a file of the repository leads somewhere', async () => {
      const text = await Bun.file(join(root, document)).text();
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
      const directory = join(root, document, '..');
      const broken = [];
      for (const link of links) {
        const isThere = await Bun.$`test -e ${join(directory, link)}`.quiet().nothrow();
        if (isThere.exitCode !== 0) broken.push(link);
      }
      expect(broken).toEqual([]);
    });
  });
}

/** The lines of a shell block that call our own command; the install commands are what runs this test. */
function commandsOf({ info, text, line }: Block): { line: number; command: string }[] {
  if (info !== 'sh') return [];
  return text
    .split('\n')
    .flatMap((command, index) =>
      command.startsWith('npx gdn ')
        ? [{ line: line + 1 + index, command: command.replace(/\s+#.*$/, '') }]
        : [],
    );
}

interface Block {
  readonly info: string;
  readonly text: string;
  readonly line: number;
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    info: match[1] ?? '',
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}
