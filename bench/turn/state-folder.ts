import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Does something in a new folder beside this file: a folder for temporary files may lie in memory, where FULL costs nothing. */
export async function inStateFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const results = join(import.meta.dir, 'results');
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(join(results, 'state-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
