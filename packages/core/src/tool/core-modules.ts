import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plugin } from 'bun';

let isProvided = false;

/**
 * Lets a bundle's modules import `@goondan/core` with nothing installed beside them, by giving them this very copy.
 * A bundle that has a copy of its own keeps it, as long as it is loaded before one that has none: Bun's virtual modules
 * are the same for all importers.
 */
export function provideCoreModules(fromDirectory: string): void {
  if (isProvided || hasOwnCopy(fromDirectory)) return;
  isProvided = true;
  plugin({
    name: 'goondan-core',
    setup(build) {
      build.module('@goondan/core', async () => ({
        loader: 'object',
        exports: { ...(await import('../index.ts')) },
      }));
      build.module('@goondan/core/basics', async () => ({
        loader: 'object',
        exports: { ...(await import('../basics.ts')) },
      }));
      build.module('@goondan/core/tool', async () => ({
        loader: 'object',
        exports: { ...(await import('./index.ts')) },
      }));
    },
  });
}

/** Looks at the disk alone: where Bun installs by itself, its resolver would fetch the package from the registry. */
function hasOwnCopy(directory: string): boolean {
  if (existsSync(join(directory, 'node_modules/@goondan/core/package.json'))) return true;
  const parent = dirname(directory);
  return parent !== directory && hasOwnCopy(parent);
}
