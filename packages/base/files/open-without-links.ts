import { kernelOpener, type OpenWithoutLinks } from './open-by-kernel.ts';
import { openByWalk } from './open-by-walk.ts';
import type { SystemResult } from './system-result.ts';

let opener: OpenWithoutLinks | undefined;

/** Opens an absolute path in which nothing is a link, by the best way this system has. */
export function openWithoutLinks(path: string, flags: number): SystemResult {
  opener ??= kernelOpener() ?? openByWalk;
  return opener(path, flags);
}
