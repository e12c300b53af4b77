import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GoondanError } from '@goondan/core/basics';

/** Packed with this package; in the repository they are where people write them. */
const folders = ['../../docs/', '../../../../docs/'];

/** Where the documents lie. Throws `E_INTERNAL` when they were left out. */
export function docsFolder(): string {
  for (const folder of folders) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    if (existsSync(path)) return path;
  }
  throw new GoondanError('E_INTERNAL', 'the documents are not installed with this package', {
    suggestion: 'Install @goondan/cli again; its folder docs is missing.',
  });
}
