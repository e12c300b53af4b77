import { mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

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

const folder = join('.goondan', 'outputs');

/** Writes outputs below the call's own workspace, where its file tools can read them. */
export const workspaceOutputStore: OutputStore = {
  async write({ toolName, idempotencyKey, workdir, text, extension }) {
    const root = await realpath(workdir);
    await mkdir(join(root, folder), { recursive: true });
    const directory = await realpath(join(root, folder));
    // A tool may have put a link there.
    if (!directory.startsWith(root + sep)) throw new Error(`${folder} leads out of the workspace`);
    const name = `${toolName}-${idempotencyKey.slice(0, 12)}.${extension}`;
    await writeFile(join(directory, `${name}.part`), text);
    await rename(join(directory, `${name}.part`), join(directory, name));
    return join(folder, name);
  },
};
