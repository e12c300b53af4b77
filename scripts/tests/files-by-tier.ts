import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';

/** The test files that do more in the full tier: those that import `by-tier.ts`, themselves or by files of the repository. */
export function filesByTier(root: string): string[] {
  const helper = join(import.meta.dir, 'by-tier.ts');
  const transpiler = new Bun.Transpiler({ loader: 'ts' });
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const found = imports.get(file) ?? scan(file);
    imports.set(file, found);
    return found;
  };
  const scan = (file: string): string[] =>
    transpiler
      .scanImports(readFileSync(file, 'utf8'))
      .filter(({ path }) => path.startsWith('.') && path.endsWith('.ts'))
      .map(({ path }) => join(dirname(file), path));
  const leadsToHelper = (start: string): boolean => {
    const reached = new Set([start]);
    for (const file of reached) {
      if (file === helper) return true;
      for (const path of importsOf(file)) reached.add(path);
    }
    return false;
  };
  const tests = [...new Glob('{packages,examples,docs,chaos,scripts}/**/*.test.ts').scanSync(root)];
  return tests.filter((file) => !file.includes('node_modules') && leadsToHelper(join(root, file))).toSorted();
}
