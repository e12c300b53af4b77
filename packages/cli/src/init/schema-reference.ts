import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the schema for editors lies in a bundle. */
export const schemaFile = '.goondan/schema.json';

/** What tells the YAML language server by which schema a document is judged. */
export const schemaReference = `# yaml-language-server: $schema=${schemaFile}`;

/** The text with the reference at the head of each document: the language server looks for it in every one. */
export function withSchemaReferences(text: string): string {
  return `${schemaReference}\n${text.replace(/^---$/gm, `---\n${schemaReference}`)}`;
}

/** Writes the schema into the bundle, so that editors find it with nothing installed and no network. */
export async function writeSchemaFile(bundleRoot: string): Promise<void> {
  const { editorSchema } = await import('@goondan/core/bundle');
  const file = join(bundleRoot, schemaFile);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(editorSchema(), null, 2)}\n`);
}
