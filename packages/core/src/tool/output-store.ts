import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An output too large for the model. */
export interface LargeOutput {
  readonly toolName: string;
  readonly idempotencyKey: string;
  readonly workdir: string;
  readonly text: string;
  readonly extension: 'txt' | 'json';
}

/** Keeps outputs that are too large for the model (BIG-1). */
export interface OutputStore {
  /** Stores the text and answers with a path the file tools understand. */
  write(output: LargeOutput): Promise<string>;
}

/** Writes outputs below the call's own workspace, where its file tools can read them. */
export const workspaceOutputStore: OutputStore = {
  async write({ toolName, idempotencyKey, workdir, text, extension }) {
    const directory = await ownFolder(await ownFolder(await realpath(workdir), '.goondan'), 'outputs');
    const name = `${toolName}-${idempotencyKey.slice(0, 12)}.${extension}`;
    const part = join(directory, `${name}.${crypto.randomUUID()}.part`);
    try {
      // A new file or none: a link that waits under this name must not be followed.
      await writeFile(part, text, { flag: 'wx' });
      await rename(part, join(directory, name));
    } catch (thrown) {
      await rm(part, { force: true });
      throw thrown;
    }
    return join('.goondan', 'outputs', name);
  },
};

/** A folder made or found. One level at a time: a tool may have put a link there, and nothing may be made at its other end. */
async function ownFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) await mkdir(path, { recursive: true });
  else if (!found.isDirectory()) throw new Error(`${name} is not a folder of the workspace`);
  return path;
}
