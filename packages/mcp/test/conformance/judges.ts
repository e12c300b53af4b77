import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../judges/node_modules/@modelcontextprotocol', import.meta.url));

/** Where the official conformance tool lies, and the revisions it judges by. */
export const conformance = {
  program: join(folder, 'conformance', 'dist', 'index.js'),
  requirements: (revision: string) => join(folder, 'conformance', 'requirements', `${revision}.yaml`),
};

/** Where the official inspector's command line lies. */
export const inspector = join(folder, 'inspector');

/** Whether the judges are installed: they are no part of `npm ci`. */
export const hasJudges = existsSync(conformance.program) && existsSync(inspector);

/** How they get there. */
export const installJudges = 'npm ci --prefix packages/mcp/judges';
