/**
 * What a clean check of a bundle depended on. `gdn validate` of a bundle in which nothing of that has changed gives the same answer again,
 * without loading what finds mistakes: that costs twenty times the start of Bun, reading this costs one. A check that found anything is
 * never kept.
 */
export interface Verdict {
  readonly version: typeof verdictVersion;
  /** What is printed for a person. */
  readonly text: string;
  /** Our own files that the answer depends on, with their time and size. */
  readonly files: readonly (readonly [path: string, lastModified: number, size: number])[];
  /** Files of the bundle and what its modules import by name, with a digest of what is in them: their time is not trusted. */
  readonly contents: readonly (readonly [path: string, digest: string])[];
  /** Files that would be a nearer bundle. */
  readonly absent: readonly string[];
  readonly env: string;
}

/** Whether what was read is what we write; by its version, for it is nobody else's file. */
export function isVerdict(value: unknown): value is Verdict {
  return (
    typeof value === 'object' && value !== null && 'version' in value && value.version === verdictVersion
  );
}

/** Changes with the fields. */
export const verdictVersion = 1;

/** Variables that differ from one shell to the next and that no bundle is about. */
const passing =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM.*|COLORTERM|NO_COLOR|WINDOWID|SSH_.*|TMUX.*|npm_.*)$/;

/** A digest of the environment that modules of a bundle can see. */
export function environmentDigest(env: Readonly<Record<string, string | undefined>>): string {
  const seen = Object.keys(env).filter((name) => !passing.test(name));
  return digest(JSON.stringify(seen.toSorted().map((name) => [name, env[name]])));
}

/** A digest of a text or of bytes. */
export function digest(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex');
}

/** Where the verdict of these words lies, typed in this folder; undefined for words whose answer is not kept. No module of Node is used: each costs a part of the start. */
export function verdictPath(
  typed: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): string | undefined {
  const words = typed.filter((word) => word !== '--json');
  const isPlain = words[0] === 'validate' && words.length <= 2 && words[1]?.startsWith('-') !== true;
  const stateRoot = env['GOONDAN_STATE_ROOT'] ?? '';
  const home = env['HOME'] ?? '';
  const folder = stateRoot === '' ? `${home}/.goondan` : stateRoot;
  if (!isPlain || !folder.startsWith('/') || (stateRoot === '' && home === '')) return undefined;
  return `${folder}/cache/validate/${digest(JSON.stringify([cwd, words[1] ?? '']))}.json`;
}
