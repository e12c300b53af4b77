import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Candidate } from './values.ts';

/** The names a bundle knows. */
export interface BundleNames {
  readonly tools: Candidate[];
  readonly agents: Candidate[];
}

/**
 * Names of the nearest bundle, read in a hurry: nothing is checked and no module is loaded, for a shell waits. What cannot be read has
 * no names. Without a bundle the stock tools can be called.
 */
export async function namesInBundle(directory: string): Promise<BundleNames> {
  const root = nearestBundle(resolve(directory));
  const own = root === undefined ? [] : await documentsOf(join(root, 'goondan.yaml'));
  const stock = await stockDocuments();
  const named = new Set(own.flatMap(toolRefs));
  const offered = stock.filter((document) => root === undefined || named.has(nameOf(document)));
  return {
    tools: [...own, ...offered].filter((document) => textAt(document, 'kind') === 'Tool').flatMap(toolNames),
    agents: own
      .filter((document) => textAt(document, 'kind') === 'Agent')
      .map((document) => ({ value: nameOf(document) }))
      .filter(({ value }) => value !== ''),
  };
}

function nearestBundle(folder: string): string | undefined {
  if (existsSync(join(folder, 'goondan.yaml'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestBundle(parent);
}

async function documentsOf(file: string): Promise<unknown[]> {
  try {
    return [Bun.YAML.parse(await readFile(file, 'utf8'))].flat();
  } catch {
    return [];
  }
}

async function stockDocuments(): Promise<unknown[]> {
  try {
    const manifest = fileURLToPath(import.meta.resolve('@goondan/base/package.json'));
    const value: unknown = JSON.parse(await readFile(join(dirname(manifest), 'resources.json'), 'utf8'));
    return [value].flat();
  } catch {
    return [];
  }
}

function toolNames(document: unknown): Candidate[] {
  return listAt(document, 'spec', 'exports').map((one) => {
    const about = textAt(one, 'description').split(/\n|(?<=\.) /)[0] ?? '';
    return { value: `${nameOf(document)}__${textAt(one, 'name')}`, ...(about === '' ? {} : { about }) };
  });
}

function toolRefs(document: unknown): string[] {
  return listAt(document, 'spec', 'tools').map((ref) => {
    const text = typeof ref === 'string' ? ref : textAt(ref, 'ref') || textAt(ref, 'name');
    return text.replace(/^Tool\//, '');
  });
}

function nameOf(document: unknown): string {
  return textAt(document, 'metadata', 'name');
}

function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}
