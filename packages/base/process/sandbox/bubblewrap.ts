/** The program that makes sandboxes, if it works here. */
export type Bubblewrap =
  | { readonly isUsable: true; readonly path: string; readonly canDisableNamespaces: boolean }
  | { readonly isUsable: false; readonly reason: string };

let found: Promise<Bubblewrap> | undefined;

/** Finds bubblewrap and tries it, once in the life of a process: on some machines it is there and may not do its work. */
export function findBubblewrap(): Promise<Bubblewrap> {
  return (found ??= find());
}

/** What a sandbox is made of at the least; where this works, the rest does. */
const trial = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
  '--ro-bind',
  '/',
  '/',
];

async function find(): Promise<Bubblewrap> {
  if (process.platform !== 'linux') return { isUsable: false, reason: 'bubblewrap exists for Linux only' };
  const path = Bun.which('bwrap');
  if (path === null) return { isUsable: false, reason: 'bubblewrap (bwrap) is not installed' };
  const tried = await attempt([
    path,
    ...trial,
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--',
    '/bin/sh',
    '-c',
    ':',
  ]);
  if (tried !== undefined) return { isUsable: false, reason: `bubblewrap does not work here: ${tried}` };
  const disabling = await attempt([path, ...trial, '--disable-userns', '--', '/bin/sh', '-c', ':']);
  return { isUsable: true, path, canDisableNamespaces: disabling === undefined };
}

/** Runs a command to its end; answers what it said where it failed. */
async function attempt(command: string[]): Promise<string | undefined> {
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    env: {},
    timeout: 10_000,
  });
  const [status, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return status === 0 ? undefined : said.trim() || `it ended with ${status}`;
}
