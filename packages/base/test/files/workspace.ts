import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What no result may ever hold. */
export const canary = `CANARY-${crypto.randomUUID()}`;

/** A workdir with a few files in it, and beside it what must not be reached. */
export interface Workspace extends Disposable {
  readonly root: string;
  readonly workdir: string;
  readonly outside: string;
  /** All that is outside, to compare. */
  outsideNow(): Record<string, string>;
}

/** Makes one in a folder of its own. */
export function makeWorkspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'goondan-files-')));
  const [workdir, outside, evil] = [
    join(root, 'workspace'),
    join(root, 'outside'),
    join(root, 'workspace-evil'),
  ];
  mkdirSync(join(workdir, 'sub', 'deep'), { recursive: true });
  mkdirSync(join(outside, 'public', 'inner'), { recursive: true });
  mkdirSync(evil);
  writeFileSync(join(workdir, 'a.txt'), 'inside a');
  writeFileSync(join(workdir, 'sub', 'b.txt'), 'inside b');
  for (const folder of [outside, evil]) writeFileSync(join(folder, 'secret.txt'), canary);
  writeFileSync(join(outside, 'public', 'open.txt'), 'open to all');
  writeFileSync(join(outside, 'public', 'inner', 'open.md'), 'open too');
  return {
    root,
    workdir,
    outside,
    outsideNow: () => ({
      ...contentsOf(outside),
      ...contentsOf(evil),
      root: readdirSync(root).toSorted().join(),
    }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function contentsOf(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isDirectory()) Object.assign(all, { [path]: 'folder' }, contentsOf(path));
    else
      all[path] = stats.isSymbolicLink() ? readlinkSync(path) : `${stats.mode} ${readFileSync(path, 'utf8')}`;
  }
  return all;
}
