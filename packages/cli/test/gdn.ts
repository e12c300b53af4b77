import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../bin/gdn', import.meta.url));
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const many = fileURLToPath(new URL('many-run.ts', import.meta.url));

/** How `gdn` is started: as users do, without the launcher, which is quicker, or once for many command lines. */
export type Way = 'launcher' | 'main' | 'many';
const commands: Readonly<Record<Way, readonly string[]>> = {
  launcher: [launcher],
  main: [process.execPath, '--no-install', main],
  many: [process.execPath, '--no-install', many],
};

/** A folder of a test's own, with a home and a state root in it. */
export interface Place {
  readonly root: string;
  readonly bundle: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a finished `gdn` left behind. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes a place with the files of a bundle in it, hands it over, and removes it. */
export async function inPlace<T>(
  files: Readonly<Record<string, string>>,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'goondan-cli-'));
  const bundle = join(root, 'bundle');
  try {
    await mkdir(bundle);
    await mkdir(join(root, 'home'));
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(bundle, path)), { recursive: true });
      await writeFile(join(bundle, path), content);
    }
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(root, 'home'),
      GOONDAN_STATE_ROOT: join(root, 'state'),
    };
    return await use({ root, bundle, env });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** How a command line is run, where the usual will not do. */
export interface Options {
  readonly way?: Way;
  readonly stdin?: string;
}

/** Starts `gdn` in the bundle's folder. */
export function start(place: Place, args: readonly string[], options: Options = {}) {
  return Bun.spawn([...commands[options.way ?? 'main'], ...args], {
    cwd: place.bundle,
    env: place.env,
    stdin: options.stdin === undefined ? 'ignore' : new Blob([options.stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** Runs `gdn` to its end. */
export async function gdn(place: Place, args: readonly string[], options: Options = {}): Promise<Finished> {
  const child = start(place, args, options);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

/** Runs `gdn` to its end in a terminal of its own, and answers what stands on it. */
export async function gdnInTerminal(
  place: Place,
  args: readonly string[],
  {
    env = {},
    way = 'main',
    onScreen = () => {},
  }: { env?: Readonly<Record<string, string>>; way?: Way; onScreen?: (screen: string) => void } = {},
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const decoder = new TextDecoder();
  let screen = '';
  const closed = Promise.withResolvers<void>();
  const child = Bun.spawn([...commands[way], ...args], {
    cwd: place.bundle,
    env: { ...place.env, TERM: 'xterm', ...env },
    terminal: {
      cols: 120,
      rows: 40,
      data: (_terminal, data) => {
        screen += decoder.decode(data, { stream: true });
        onScreen(screen);
      },
      // The end of the terminal comes after all that was written to it.
      exit: () => closed.resolve(),
    },
  });
  const code = await child.exited;
  await closed.promise;
  return { code, screen };
}

/** Reads a stream until it has said `word`, and returns what it said. */
export async function readUntil(stream: ReadableStream<Uint8Array>, word: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(word)) return text;
  }
  throw new Error(`the stream ended without '${word}': ${text}`);
}
