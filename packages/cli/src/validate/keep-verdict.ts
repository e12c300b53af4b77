import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { LoadedBundle } from '@goondan/core/bundle';
import type { Invocation } from '../command/invocation.ts';
import { importedFiles } from './imported-files.ts';
import { digest, environmentDigest, verdictPath, verdictVersion, type Verdict } from './verdict.ts';

/** More files of a bundle than this are not looked at each time. */
const mostContents = 200;

/** What a check has looked at. */
export interface Checked {
  readonly bundle: LoadedBundle;
  /** The folders the stock comes from. */
  readonly stockRoots: readonly string[];
  readonly text: string;
}

/** Keeps a clean answer for the next time. What goes wrong here is no failure: the answer is found anew then. */
export async function keepVerdict(invocation: Invocation, checked: Checked): Promise<void> {
  const { operands, options, cwd, env } = invocation;
  if (options.text('directory') !== undefined || options.text('state-root') !== undefined) return;
  const path = verdictPath(['validate', ...operands], { cwd, env });
  if (path === undefined || checked.bundle.findings.length > 0) return;
  try {
    const verdict = await verdictOf(checked, { cwd, env, isNamed: operands.length > 0 });
    if (verdict.contents.length > mostContents) return;
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${process.pid}.part`;
    await writeFile(part, JSON.stringify(verdict));
    await rename(part, path);
  } catch {
    // A state root that cannot be written is told of by the commands that need it.
  }
}

async function verdictOf(
  { bundle, stockRoots, text }: Checked,
  { cwd, env, isNamed }: { readonly cwd: string; readonly env: Invocation['env']; readonly isNamed: boolean },
): Promise<Verdict> {
  const { root, resources } = bundle;
  const modules = resources.flatMap(({ resource }) =>
    resource.kind === 'Tool' || resource.kind === 'Extension' ? [resolve(root, resource.spec.entry)] : [],
  );
  const prompts = resources.flatMap(({ resource }) =>
    resource.kind === 'Agent' && resource.spec.prompt?.systemRef !== undefined
      ? [resolve(root, resource.spec.prompt.systemRef)]
      : [],
  );
  const own = [join(root, 'goondan.yaml'), ...prompts, ...(await importedFiles([...new Set(modules)]))];
  const others = [
    ...Object.keys(require.cache).filter((file) => existsSync(file)),
    ...stockRoots.flatMap((folder) => [join(folder, 'goondan.yaml'), join(folder, 'resources.json')]),
  ];
  return {
    version: verdictVersion,
    text,
    files: [...new Set(others)].map((path) => {
      const { lastModified, size } = Bun.file(path);
      return [path, lastModified, size];
    }),
    contents: await Promise.all(
      [...new Set(own)].map(async (path) => [path, digest(await Bun.file(path).bytes())] as const),
    ),
    absent: isNamed ? [] : nearerBundles(cwd, root),
    env: environmentDigest(env),
  };
}

/** The files that would make another folder the nearest bundle. */
function nearerBundles(from: string, root: string): string[] {
  const folder = resolve(from);
  return folder === root || dirname(folder) === folder
    ? []
    : [join(folder, 'goondan.yaml'), ...nearerBundles(dirname(folder), root)];
}
