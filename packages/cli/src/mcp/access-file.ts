import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a server of the workspace says how it is reached, for its own user alone. */
export function accessFilePath(workspace: string): string {
  return join(workspace, 'mcp.json');
}

/** Writes it down, whole or not at all. */
export async function writeAccessFile(
  workspace: string,
  content: { readonly url: string; readonly token: string; readonly pid: number },
): Promise<void> {
  const path = accessFilePath(workspace);
  const part = `${path}.${process.pid}.part`;
  await rm(part, { force: true });
  await writeFile(part, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(part, path);
}

/** Takes it away; the workspace is this process's for as long as it runs, and so is the file. */
export async function removeAccessFile(workspace: string): Promise<void> {
  await rm(accessFilePath(workspace), { force: true });
}
