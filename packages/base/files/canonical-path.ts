import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { posix } from 'node:path';

const mostLinks = 40;

/** Where a path leads at this moment. */
export interface CanonicalPath {
  /** Without links, as far as it exists; what does not exist yet is kept as written. */
  readonly path: string;
  /** Where the links lay that were followed. */
  readonly links: readonly string[];
}

/**
 * Follows the links of an absolute path. The answer is true for a moment only: whoever opens it must do so by a way that
 * refuses links. Undefined where links lead in a circle.
 */
export function canonicalPath(
  path: string,
  options: { readonly followLast: boolean },
): CanonicalPath | undefined {
  const rest = path.split('/').toReversed();
  const links: string[] = [];
  let real = '/';
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      real = posix.dirname(real);
      continue;
    }
    const isLast = rest.every((one) => one === '' || one === '.');
    const place = posix.join(real, name);
    const target = isLast && !options.followLast ? { kind: 'other' as const } : lookAt(place);
    if (target.kind === 'link') {
      links.push(place);
      if (links.length > mostLinks) return undefined;
      if (target.to.startsWith('/')) real = '/';
      rest.push(...target.to.split('/').toReversed());
    } else {
      real = target.kind === 'absent' ? posix.join(real, sameName(real, name)) : place;
    }
  }
  return { path: real, links };
}

type Found = { readonly kind: 'absent' | 'other' } | { readonly kind: 'link'; readonly to: string };

function lookAt(path: string): Found {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'absent' };
    return stats.isSymbolicLink() ? { kind: 'link', to: readlinkSync(path) } : { kind: 'other' };
  } catch {
    // No permission, no folder, a name too long: opening it will say so.
    return { kind: 'other' };
  }
}

/** Names that look the same can differ in bytes: Hangul comes whole from a keyboard and in parts from some disks. */
function sameName(folder: string, name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  try {
    const wanted = name.normalize();
    return readdirSync(folder).find((entry) => entry.normalize() === wanted) ?? name;
  } catch {
    return name;
  }
}
