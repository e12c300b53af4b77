import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsOf, fileOf, isProgram, isRun, type Block } from './blocks.ts';

/** What is needed to run a page. */
export interface PageRun {
  readonly blocks: readonly Block[];
  /** A folder of its own, below the repository, so that imports resolve as a reader's would. */
  readonly folder: string;
  /** The root of the repository. */
  readonly root: string;
}

/** What a block printed, on either stream; undefined when it was not reached or failed. */
export type Printed = (block: Block) => Promise<string | undefined>;

const mostSeconds = 120;

/**
 * Runs the blocks of a page one after the other in one shell, as somebody who types them would, with state and home of its own; what follows
 * a block that fails is not run. `npx` starts what is installed here, without npm's own start.
 */
export async function runPage({ blocks, folder, root }: PageRun): Promise<Printed> {
  const kept = join(folder, '.blocks');
  const home = join(folder, 'home');
  await mkdir(kept, { recursive: true });
  await mkdir(home);
  await symlink(join(root, 'examples'), join(home, 'examples'));
  await writeStarter(join(kept, 'npx'), root);
  const preamble = blocks.find(({ language, note }) => language === 'ts' && note === 'preamble')?.text ?? '';
  for (const block of blocks)
    await Bun.write(sourceOf(kept, block), isProgram(block) ? `${preamble}\n${block.text}` : block.text);
  const script = join(kept, 'page.sh');
  await Bun.write(script, ['set -e', ...blocks.flatMap((block) => linesOf(kept, block))].join('\n'));
  const child = Bun.spawn(['bash', script], {
    cwd: home,
    env: environment(home, kept),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    timeout: mostSeconds * 1000,
    killSignal: 'SIGKILL',
  });
  await child.exited;
  return async (block) => {
    const isDone = await Bun.file(`${outputOf(kept, block)}.done`).exists();
    const printed = await Bun.file(outputOf(kept, block))
      .text()
      .catch(() => 'it was not reached');
    return isDone ? printed : `${printed}\n(the block did not end well)`;
  };
}

function linesOf(kept: string, block: Block): string[] {
  const file = fileOf(block);
  if (file !== undefined) return [`mkdir -p "$(dirname ${file})"`, `cp ${sourceOf(kept, block)} ${file}`];
  if (!isRun(block)) return [];
  const output = outputOf(kept, block);
  const command = isProgram(block) ? `npx bun ${sourceOf(kept, block)}` : commandsOf(block);
  return ['{', command, `} >${output} 2>&1`, `: >${output}.done`];
}

function sourceOf(kept: string, { line, language }: Block): string {
  return join(kept, `line-${line}.${language === '' ? 'txt' : language}`);
}

function outputOf(kept: string, { line }: Block): string {
  return join(kept, `line-${line}.out`);
}

/** `npx gdn` and `npx bun` as they are installed in the repository. */
async function writeStarter(path: string, root: string): Promise<void> {
  const programs = join(root, 'node_modules/.bin');
  const lines = [
    '#!/bin/sh',
    'program=$1; shift',
    `[ "$program" = bun ] && exec ${programs}/bun --no-install "$@"`,
    `exec ${programs}/"$program" "$@"`,
  ];
  await Bun.write(path, `${lines.join('\n')}\n`);
  await chmod(path, 0o755);
}

function environment(home: string, kept: string): Record<string, string> {
  return {
    PATH: `${kept}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    GOONDAN_STATE_ROOT: join(home, '.goondan-state'),
    BUN_JSC_usePollingTraps: '1',
  };
}
