import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A disk that can be filled. */
export interface SmallDisk extends Disposable {
  readonly kind: 'tmpfs' | 'page limit';
  /** Where the state is kept. */
  readonly state: string;
  /** A file that is there while the disk is to be full, for whoever has to play one. */
  readonly mark: string;
  fill(): void;
  free(): void;
}

const size = '48m';

/** A real small disk where this process may mount one; else one that an extension of the bundle plays, by a limit of pages. */
export function openSmallDisk(root: string): SmallDisk {
  const folder = join(root, 'disk');
  const mark = join(root, 'full');
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder];
  const isMounted = Bun.which('mount') !== null && Bun.spawnSync(['mount', ...options]).success;
  if (!isMounted)
    return {
      kind: 'page limit',
      state: join(folder, 'state'),
      mark,
      fill: () => writeFileSync(mark, ''),
      free: () => rmSync(mark, { force: true }),
      [Symbol.dispose]: () => rmSync(mark, { force: true }),
    };
  const ballast = join(folder, 'ballast');
  const free = (): void => {
    if (existsSync(ballast)) unlinkSync(ballast);
  };
  return {
    kind: 'tmpfs',
    state: join(folder, 'state'),
    mark,
    fill: () => fillWith(ballast, folder),
    free,
    [Symbol.dispose]: () => {
      free();
      Bun.spawnSync(['umount', '-l', folder]);
    },
  };
}

/** Writes until there is not a byte left. */
function fillWith(path: string, folder: string): void {
  const file = openSync(path, 'a');
  const { bfree, bsize } = statfsSync(folder);
  const block = Buffer.alloc(bsize);
  try {
    writeSync(file, Buffer.alloc(bfree * bsize));
    for (;;) writeSync(file, block);
  } catch {
    // That is what it was to come to.
  } finally {
    closeSync(file);
  }
}
