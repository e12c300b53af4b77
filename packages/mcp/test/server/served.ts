import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

const gdnFile = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** A family of protocol revisions. */
export type Family = 'legacy' | 'modern';

/** Both of them. */
export const families: readonly Family[] = ['legacy', 'modern'];

/** A folder of a test's own with a bundle in it. */
export interface Place {
  readonly bundle: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Makes a place, hands it over, and removes it. */
export async function inPlace<Value>(
  files: Readonly<Record<string, string>>,
  use: (place: Place) => Promise<Value>,
): Promise<Value> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-mcp-'));
  const bundle = join(root, 'bundle');
  try {
    await mkdir(bundle);
    for (const [path, content] of Object.entries(files)) await writeFile(join(bundle, path), content);
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      GOONDAN_STATE_ROOT: join(root, 'state'),
      BUN_JSC_usePollingTraps: '1',
    };
    return await use({ bundle, env });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** What starts `gdn`, and with what words. */
export function gdnCommand(args: readonly string[]): readonly [command: string, args: string[]] {
  return [process.execPath, ['--no-install', gdnFile, ...args]];
}

/** Runs `gdn` in the bundle's folder to its end. */
export async function gdn(
  place: Place,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = startGdn(place, args);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

/** Starts `gdn` in the bundle's folder. */
export function startGdn({ bundle, env }: Place, args: readonly string[]) {
  const [command, words] = gdnCommand(args);
  return Bun.spawn([command, ...words], {
    cwd: bundle,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** A client of a family, not connected yet. */
export function newClient(family: Family, capabilities: ClientCapabilities = {}): Client {
  return new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities,
      versionNegotiation: { mode: family === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
}

/** Serves the place over stdio to a client, hands it over, and closes it. */
export async function overStdio<Value>(
  place: Place,
  client: Client,
  use: (client: Client, pid: number) => Promise<Value>,
  args: readonly string[] = [],
): Promise<Value> {
  const [command, words] = gdnCommand(['mcp', 'serve', ...args]);
  const transport = new StdioClientTransport({
    command,
    args: words,
    cwd: place.bundle,
    env: { ...place.env },
    stderr: 'ignore',
  });
  await client.connect(transport, { timeout: 60_000 });
  try {
    return await use(client, transport.pid ?? 0);
  } finally {
    await client.close();
  }
}

const announced = z.looseObject({ url: z.string(), tokenFile: z.string(), tools: z.array(z.string()) });

/** A server over HTTP that runs. */
export interface Served {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** Ends it as asked, and answers its exit code. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Serves the place over HTTP, hands the server over, and ends it. */
export async function overHttp<Value>(
  place: Place,
  use: (served: Served) => Promise<Value>,
  args: readonly string[] = [],
): Promise<Value> {
  const child = startGdn(place, ['mcp', 'serve', '--http', '0', '--json', ...args]);
  const { url, tokenFile } = announced.parse(JSON.parse(await firstLine(child.stdout)));
  const { token } = z.looseObject({ token: z.string() }).parse(await Bun.file(tokenFile).json());
  const stop: Served['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal);
    await child.exited;
    return child.exitCode;
  };
  try {
    return await use({ url, token, pid: child.pid, stop });
  } finally {
    await stop();
  }
}

/** Connects a client over HTTP, hands it over, and closes it. */
export async function withClient<Value>(
  { url, token }: Pick<Served, 'url' | 'token'>,
  client: Client,
  use: (client: Client) => Promise<Value>,
): Promise<Value> {
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error(`the server ended without a word: ${text}`);
}
