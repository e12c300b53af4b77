import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../../../runtime/test');

/** Declares all tests of a folder of the embedded engine's, but for files that are named: those that others import, or that the table says why they do not run here. */
export async function importTests(
  folder: string,
  { except }: { readonly except: readonly string[] },
): Promise<void> {
  const files = [...new Glob('*.test.ts').scanSync(join(root, folder))].toSorted();
  const missing = except.filter((name) => !files.includes(`${name}.test.ts`));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')} in ${folder}.`);
  for (const file of files)
    if (!except.includes(file.replace('.test.ts', ''))) await import(join(root, folder, file));
}
