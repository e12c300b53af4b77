import { describe, expect, test } from 'bun:test';
import { modes, newWorkdir } from './bash-calls.ts';
import { endings } from './endings.ts';
import { appeared, marked, newMark, survivorsOf, trees } from './process-trees.ts';

// Many runs of the same: survivors-run.ts.
describe.each(modes)('permissions.sandbox %s', (sandbox) => {
  const setting = { permissions: { sandbox }, workdir: newWorkdir() };
  test.each(Object.entries(endings))('TIME-1: %s leaves no process of any tree', async (_name, end) => {
    const kinds = Object.keys(trees);
    const remains = await Promise.all(kinds.map((tree) => end(tree, setting)));
    expect(remains.map(({ survivors }, at) => [kinds[at], survivors])).toEqual(
      kinds.map((tree) => [tree, 0]),
    );
  });
});

test.each(Object.keys(trees))(
  'a tree of kind %s does survive where only its shell is killed',
  async (tree) => {
    const mark = newMark();
    const child = Bun.spawn(['bash', '-c', trees[tree]?.(mark) ?? ''], {
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await appeared(tree, mark);
    child.kill('SIGKILL');
    await child.exited;
    expect(marked(mark).length).toBeGreaterThan(0);
    for (const pid of marked(mark)) process.kill(pid, 'SIGKILL');
    expect((await survivorsOf(mark)).survivors).toBe(0);
  },
);
