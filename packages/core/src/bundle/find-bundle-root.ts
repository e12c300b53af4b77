import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The name of the file that makes a folder a bundle. */
export const bundleFileName = 'goondan.yaml';

/** The nearest folder from `from` upward that holds a `goondan.yaml`, or undefined. */
export async function findBundleRoot(from: string): Promise<string | undefined> {
  let folder = resolve(from);
  for (;;) {
    const stats = await stat(join(folder, bundleFileName)).catch(() => undefined);
    if (stats?.isFile() === true) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
