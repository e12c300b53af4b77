import { closeSync, constants, fstatSync, readdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { canonicalPath } from '../../files/canonical-path.ts';
import { libc } from '../../files/libc.ts';
import { kernelOpener } from '../../files/open-by-kernel.ts';
import { openByWalk } from '../../files/open-by-walk.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { startSwapping } from './swapping.ts';
import { canary, makeWorkspace } from './workspace.ts';

const openers = { openByWalk, openat2: kernelOpener() ?? openByWalk };

describe.each(Object.entries(openers))('%s', (_name, open) => {
  test('opens what lies at a path and refuses a link anywhere in it', () => {
    using workspace = makeWorkspace();
    const { workdir } = workspace;
    symlinkSync('sub', join(workdir, 'link'));
    symlinkSync('a.txt', join(workdir, 'last'));
    const file = open(join(workdir, 'sub', 'b.txt'), constants.O_RDONLY);
    if (typeof file !== 'number') throw new Error(file.errno);
    expect(fstatSync(file).ino).toBe(statSync(join(workdir, 'sub', 'b.txt')).ino);
    closeSync(file);
    for (const path of ['link/b.txt', 'last', 'nope', 'a.txt/x'])
      expect(open(join(workdir, path), constants.O_RDONLY), path).toHaveProperty('errno');
    expect(open(join(workdir, 'last'), constants.O_RDONLY)).toEqual({ errno: 'ELOOP' });
    expect(open('/proc/self/root/etc', constants.O_RDONLY)).toHaveProperty('errno');
  });

  test('POL-5: in a race with links, 10,000 openings read nothing outside', async () => {
    using workspace = makeWorkspace();
    const swapping = await startSwapping(workspace);
    const path = join(workspace.workdir, 'node', 'secret.txt');
    let [leaks, inside] = [0, 0];
    for (let index = 0; index < 10_000; index += 1) {
      const real = canonicalPath(path, { followLast: true })?.path ?? '';
      if (!real.startsWith(`${workspace.workdir}/`)) continue;
      const file = open(real, constants.O_RDONLY);
      if (typeof file !== 'number') continue;
      if (Buffer.from(readBytes(file, 0, 100)).includes(canary)) leaks += 1;
      else inside += 1;
      closeSync(file);
    }
    expect(await swapping.stop()).toBeGreaterThan(0);
    expect(inside).toBeGreaterThan(0);
    expect(leaks).toBe(0);
  });

  test('leaves no descriptor behind', () => {
    using workspace = makeWorkspace();
    open(join(workspace.workdir, 'nope'), constants.O_RDONLY);
    const before = descriptorsAlong(workspace.workdir);
    for (let index = 0; index < 50; index += 1) {
      open(join(workspace.workdir, 'nope', 'x'), constants.O_RDONLY);
      const file = open(join(workspace.workdir, 'a.txt'), constants.O_RDONLY);
      if (typeof file === 'number') closeSync(file);
    }
    expect(descriptorsAlong(workspace.workdir)).toEqual(before);
  });
});

test('names of a folder come as they are on the disk, also when they are no text', () => {
  using workspace = makeWorkspace();
  const strange = Buffer.concat([Buffer.from(`${workspace.workdir}/`), Buffer.from([0xff, 0xfe, 0x41])]);
  Bun.spawnSync(['sh', '-c', `cd "$0" && touch "$(printf '\\377\\376A')"`, workspace.workdir]);
  const folder = openByWalk(workspace.workdir, constants.O_RDONLY | constants.O_DIRECTORY);
  if (typeof folder !== 'number') throw new Error(folder.errno);
  const names = libc().names(folder);
  closeSync(folder);
  if ('errno' in names) throw new Error(names.errno);
  expect(names.map((name) => Buffer.from(name).toString('hex')).toSorted()).toEqual(
    [Buffer.from('a.txt'), Buffer.from('sub'), strange.subarray(-3)]
      .map((name) => name.toString('hex'))
      .toSorted(),
  );
});

/** What this process has open on the way to a folder and in it; elsewhere other tests may have what they open and close. */
function descriptorsAlong(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .flatMap((descriptor) => targetOf(join('/proc/self/fd', descriptor)))
    .filter((target) => target.startsWith(folder) || folder.startsWith(target));
}

/** Nothing for one that has been closed meanwhile, such as that of the list itself. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)];
  } catch {
    return [];
  }
}
