import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a `gdn serve` is reached: for its own user alone. */
export interface ServeFile {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

/** Where a server of the workspace says how it is reached. */
export function serveFilePath(workspace: string): string {
  return join(workspace, 'serve.json');
}

/** Writes it down, whole or not at all. */
export async function writeServeFile(workspace: string, content: ServeFile): Promise<void> {
  const path = serveFilePath(workspace);
  const part = `${path}.${process.pid}.part`;
  // Where turns run elsewhere nothing else has made it.
  await mkdir(workspace, { recursive: true });
  await rm(part, { force: true });
  await writeFile(part, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(part, path);
}

/** Takes it away, unless it is another process's by now. */
export async function removeServeFile(workspace: string): Promise<void> {
  if (readServeFile(workspace)?.pid === process.pid) await rm(serveFilePath(workspace), { force: true });
}

/** What is written there; undefined when there is none that can be used. */
export function readServeFile(workspace: string): ServeFile | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(serveFilePath(workspace), 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('url' in value) || !('token' in value) || !('pid' in value)) return undefined;
    const { url, token, pid } = value;
    const isUsable = typeof url === 'string' && typeof token === 'string' && typeof pid === 'number';
    // The token goes nowhere but to this machine, whatever the file says.
    return isUsable && /^http:\/\/127\.0\.0\.1:\d+$/.test(url) ? { url, token, pid } : undefined;
  } catch {
    return undefined;
  }
}
