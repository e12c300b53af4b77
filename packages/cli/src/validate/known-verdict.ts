import { digest, environmentDigest, isVerdict, verdictPath, type Verdict } from './verdict.ts';

/** The answer of an earlier `gdn validate` that still holds; undefined when it has to be found anew. */
export async function knownVerdict(
  typed: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Verdict | undefined> {
  const path = verdictPath(typed, place);
  if (path === undefined) return undefined;
  try {
    const verdict: unknown = JSON.parse(await Bun.file(path).text());
    return isVerdict(verdict) && (await holds(verdict, place.env)) ? verdict : undefined;
  } catch {
    return undefined;
  }
}

async function holds(
  { files, contents, absent, env }: Verdict,
  current: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (env !== environmentDigest(current)) return false;
  for (const [path, lastModified, size] of files) {
    const file = Bun.file(path);
    if (file.size !== size || file.lastModified !== lastModified) return false;
  }
  for (const path of absent) if (await Bun.file(path).exists()) return false;
  for (const [path, known] of contents) if (digest(await Bun.file(path).bytes()) !== known) return false;
  return true;
}
