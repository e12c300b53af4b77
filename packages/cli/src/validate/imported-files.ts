import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';

/** The modules and all files they import by name, as far as that can be read from their text; of packages the file that is imported alone. */
export async function importedFiles(modules: readonly string[]): Promise<string[]> {
  const transpiler = new Bun.Transpiler({ loader: 'tsx' });
  const found = new Set(modules);
  // What is added while it is walked is walked too.
  for (const file of found) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || file.includes(`${sep}node_modules${sep}`)) continue;
    const text = await readFile(file, 'utf8');
    for (const { path } of transpiler.scanImports(text)) {
      const target = resolved(path, dirname(file));
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}

/** Undefined for what no file stands behind: modules of Bun, and the core that we lend to bundles. */
function resolved(path: string, from: string): string | undefined {
  try {
    const target = Bun.resolveSync(path, from);
    return isAbsolute(target) ? target : undefined;
  } catch {
    return undefined;
  }
}
