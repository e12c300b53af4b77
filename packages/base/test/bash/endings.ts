import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callBash, type Setting } from './bash-calls.ts';
import { appeared, descendantsOf, newMark, survivorsOf, trees } from './process-trees.ts';

/** What is left of a tree of processes, and how long it took to be gone. */
export type Remains = Awaited<ReturnType<typeof survivorsOf>>;

/** The ways in which a command ends before its processes do. Each runs a tree, ends it, and looks who is left. */
export const endings: Readonly<
  Record<string, (tree: string, setting: Setting & { readonly workdir: string }) => Promise<Remains>>
> = {
  timeout: async (tree, setting) => {
    const mark = newMark();
    let isOver = false;
    const call = callBash('exec', { command: commandOf(tree, mark), timeoutMs: 1000 }, setting);
    void call.finally(() => (isOver = true));
    await appeared(tree, mark, () => isOver);
    await call;
    return survivorsOf(mark);
  },
  cancel: async (tree, setting) => {
    const mark = newMark();
    const controller = new AbortController();
    const call = callBash(
      'exec',
      { command: commandOf(tree, mark) },
      { ...setting, signal: controller.signal },
    );
    await appeared(tree, mark);
    controller.abort(new Error('not wanted any more'));
    await call;
    return survivorsOf(mark);
  },
  end: async (tree, setting) => {
    const mark = newMark();
    // The command ends when one of its processes does, while the others go on.
    const call = callBash(
      'exec',
      { command: `mkfifo ${mark}; (${commandOf(tree, mark)}) & read -r < ${mark}` },
      setting,
    );
    await appeared(tree, mark);
    writeFileSync(join(setting.workdir, mark), '\n');
    await call;
    return survivorsOf(mark);
  },
  'kill -9': async (tree, setting) => {
    const mark = newMark();
    const entry = fileURLToPath(new URL('call-child.ts', import.meta.url));
    const child = Bun.spawn(
      [
        process.execPath,
        '--no-install',
        entry,
        setting.permissions?.sandbox ?? 'auto',
        commandOf(tree, mark),
      ],
      { env: { ...process.env, BUN_JSC_usePollingTraps: '1' }, stdout: 'ignore', stderr: 'inherit' },
    );
    await appeared(tree, mark);
    // What we use to run commands must not outlive us either.
    const ours = descendantsOf(child.pid);
    child.kill('SIGKILL');
    await child.exited;
    return survivorsOf(mark, ours);
  },
};

function commandOf(tree: string, mark: string): string {
  const command = trees[tree];
  if (command === undefined) throw new Error(`There is no tree ${tree}.`);
  return command(mark);
}
