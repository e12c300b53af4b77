import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The folder of an installed package, looked for in every `node_modules` from `from` upward. Looks at the disk alone:
 * where Bun installs by itself, its resolver would fetch a missing package from the registry.
 */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    const isPackage = basename(folder) !== 'node_modules' && existsSync(join(candidate, 'package.json'));
    if (isPackage) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}
