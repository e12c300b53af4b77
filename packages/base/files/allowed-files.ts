import { posix } from 'node:path';
import type { ToolContext } from '@goondan/core';
import { canonicalPath, type CanonicalPath } from './canonical-path.ts';
import { compileGlob, type GlobMatch } from './glob.ts';
import { expandHome } from './requested-path.ts';

/** What decides which files a call may use. */
export type FileScope = Pick<ToolContext, 'workdir' | 'permissions'>;

/** Which files a call may use: those in its workdir and those that every list of its policy allows (POL-5). */
export interface AllowedFiles {
  /** The workdir without links. */
  readonly workdir: string;
  /** Judges a path without links. */
  isAllowed(real: string): boolean;
}

/** Reads the rules of one call. */
export function allowedFiles({ workdir, permissions }: FileScope): AllowedFiles {
  const real = canonicalPath(workdir, { followLast: true })?.path ?? workdir;
  let lists: GlobMatch[][] | undefined;
  return {
    workdir: real,
    isAllowed: (path) => {
      if (isWithin(real, path)) return true;
      lists ??= compileLists(permissions.files, real);
      return lists.length > 0 && lists.every((list) => list.some((glob) => glob(path)));
    },
  };
}

/** True for the folder itself and all below it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

interface RootedGlob {
  /** The part without wildcards, as written. */
  readonly base: string;
  readonly pattern: string;
}

/**
 * A glob is matched as written, and by where its fixed part leads: on some systems `/tmp` is a link. But never through a
 * link that lies where tools can write, or a tool could make a link and so allow itself what it points to.
 */
function compileLists(lists: readonly (readonly string[])[], workdir: string): GlobMatch[][] {
  const rooted = lists.map((list) => list.map((glob) => rootedGlob(glob, workdir)));
  const led = rooted.map((list) =>
    list.map((glob) => ({ ...glob, canonical: canonicalPath(glob.base, { followLast: true }) })),
  );
  const writable = led.flat().flatMap((glob) => matchersOf(glob, glob.canonical));
  const isWritable = (link: string): boolean =>
    isWithin(workdir, link) || writable.some((matches) => matches(link));
  return led.map((list) =>
    list.flatMap((glob) =>
      matchersOf(glob, glob.canonical?.links.some(isWritable) === false ? glob.canonical : undefined),
    ),
  );
}

function matchersOf({ base, pattern }: RootedGlob, canonical: CanonicalPath | undefined): GlobMatch[] {
  const bases = new Set([base, canonical?.path ?? base]);
  return [...bases].map((folder) => {
    const matches = compileGlob(pattern);
    return (path) => isWithin(folder, path) && matches(posix.relative(folder, path));
  });
}

/** Takes the names before the first wildcard apart from the rest; only there `.` and `..` mean folders. */
function rootedGlob(glob: string, workdir: string): RootedGlob {
  const names = expandHome(glob).split('/');
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  const fixed = wild < 0 ? names : names.slice(0, wild);
  const base = posix.resolve(workdir, fixed.join('/') || (glob.startsWith('/') ? '/' : '.'));
  return { base, pattern: wild < 0 ? '' : names.slice(wild).join('/') };
}
