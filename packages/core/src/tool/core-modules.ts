import { plugin } from 'bun';

const names = ['@goondan/core', '@goondan/core/tool'] as const;
let isProvided = false;

/**
 * Lets a bundle's modules import `@goondan/core` with nothing installed beside them, by giving them this very copy.
 * A bundle that has a copy of its own keeps it.
 */
export function provideCoreModules(fromDirectory: string): void {
  if (isProvided || names.every((name) => canResolve(name, fromDirectory))) return;
  isProvided = true;
  plugin({
    name: 'goondan-core',
    setup(build) {
      build.module('@goondan/core', async () => ({
        loader: 'object',
        exports: { ...(await import('../index.ts')) },
      }));
      build.module('@goondan/core/tool', async () => ({
        loader: 'object',
        exports: { ...(await import('./index.ts')) },
      }));
    },
  });
}

function canResolve(name: string, fromDirectory: string): boolean {
  try {
    return Bun.resolveSync(name, fromDirectory) !== '';
  } catch {
    return false;
  }
}
