import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../error/usage-error.ts';
import { schemaFile, withSchemaReferences, writeSchemaFile } from './schema-reference.ts';
import type { TemplateName } from './templates.ts';

const templatesFolder = fileURLToPath(new URL('../../templates/', import.meta.url));

/** What may lie in a folder that still counts as empty. */
const harmless = new Set(['.git']);

/** Writes a template into a folder, which is made where it is not there. Answers the files, relative to it. Throws `E_USAGE` where something is in it. */
export async function makeBundle(folder: string, template: TemplateName): Promise<string[]> {
  await checkEmpty(folder);
  const source = join(templatesFolder, template);
  const found = await readdir(source, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1))
    .toSorted();
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8');
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // Whoever puts a file there meanwhile keeps it.
    await writeFile(join(folder, file), contentOf(file, text, folder), { flag: 'wx' });
  }
  await writeSchemaFile(folder);
  return [...files, schemaFile];
}

function contentOf(file: string, text: string, folder: string): string {
  if (file === 'goondan.yaml') return withSchemaReferences(text);
  if (file === 'package.json') return text.replace('"my-tools"', JSON.stringify(packageName(folder)));
  return text;
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new UsageError(`${folder} is a file`, 'Name a folder that is new or empty.');
    throw error;
  });
  const others = names.filter((name) => !harmless.has(name));
  if (others.length === 0) return;
  const shown = others.slice(0, 3).join(', ') + (others.length > 3 ? ', …' : '');
  throw new UsageError(
    `${folder} is not empty (${shown}); nothing was written`,
    'Name a folder that is new or empty, such as gdn init my-swarm.',
  );
}

/** The name of the folder, as npm takes it. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name === '' ? 'my-tools' : name;
}
