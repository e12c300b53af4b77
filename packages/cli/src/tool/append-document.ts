import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolResource } from '@goondan/core';
import { schemaReference } from '../init/schema-reference.ts';
import { UsageError } from '../error/usage-error.ts';

/** The text of `goondan.yaml`, to which a Tool of that name can be added. Throws `E_USAGE` when one is there. */
export async function readForAppending(bundleRoot: string, name: string): Promise<string> {
  const { parseAllDocuments } = await import('yaml');
  const text = await readFile(join(bundleRoot, 'goondan.yaml'), 'utf8');
  const documents = parseAllDocuments(text);
  const isThere =
    Array.isArray(documents) &&
    documents.some(
      (document) => document.get('kind') === 'Tool' && document.getIn(['metadata', 'name']) === name,
    );
  if (!isThere) return text;
  throw new UsageError(
    `goondan.yaml has a Tool/${name}; nothing was written`,
    'Choose another name, or take that document away first.',
  );
}

/** Adds a document at the end; all that stands before it stays as it is, to the byte. */
export async function appendDocument(bundleRoot: string, resource: ToolResource): Promise<void> {
  const { stringify } = await import('yaml');
  const text = await readForAppending(bundleRoot, resource.metadata.name);
  const document = stringify(resource, { lineWidth: 120, aliasDuplicateObjects: false });
  const reference = text.includes(schemaReference) ? `${schemaReference}\n` : '';
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${end}---\n${reference}${document}`.replaceAll('\n', lineEnd);
  await writeFile(join(bundleRoot, 'goondan.yaml'), `${text}${added}`);
}
