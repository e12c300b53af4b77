import { readFile } from 'node:fs/promises';
import { isRecord, parseJson } from '@goondan/core/basics';
import type { ExtensionResource, ToolResource } from '@goondan/core/bundle';

/** A resource that a package of stock can offer. */
export type OfferedResource = ToolResource | ExtensionResource;

/**
 * The resources a package lists in a JSON file, or undefined where it has no such file. Throws a SyntaxError when the
 * file is not such a list; what is inside a resource was checked when the file was made.
 */
export async function readResources(file: string): Promise<readonly OfferedResource[] | undefined> {
  const text = await textOf(file);
  if (text === undefined) return undefined;
  const listed = parseJson(text);
  if (!Array.isArray(listed)) throw new SyntaxError('it is no list');
  return listed.map((value: unknown, index) => {
    if (isOffered(value)) return value;
    throw new SyntaxError(`its entry ${index} is neither a Tool nor an Extension`);
  });
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

function isOffered(value: unknown): value is OfferedResource {
  if (!isRecord(value)) return false;
  const { apiVersion, kind, metadata, spec } = value;
  const isNamed = isRecord(metadata) && typeof metadata['name'] === 'string' && metadata['name'] !== '';
  if (apiVersion !== 'goondan.ai/v1' || !isNamed || !isRecord(spec)) return false;
  if (typeof spec['entry'] !== 'string') return false;
  return kind === 'Extension' || (kind === 'Tool' && hasExports(spec['exports']));
}

function hasExports(exports: unknown): boolean {
  if (!Array.isArray(exports) || exports.length === 0) return false;
  return exports.every((one: unknown) => isRecord(one) && typeof one['name'] === 'string');
}
