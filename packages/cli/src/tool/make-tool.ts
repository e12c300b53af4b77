import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { GoondanError, ToolLoader, toolResourceOf } from '@goondan/core';
import { UsageError } from '../error/usage-error.ts';
import { appendDocument, readForAppending } from './append-document.ts';
import { moduleText } from './module-text.ts';
import { namesOf } from './typed-tool-name.ts';

/** What was added to a bundle. */
export interface MadeTool {
  /** The name of its document. */
  readonly resource: string;
  readonly tools: readonly string[];
  /** Files that were written or added to, relative to the bundle. */
  readonly files: readonly string[];
}

/** Adds a tool that does next to nothing yet. Throws `E_USAGE` for a name that cannot be, or where something of that name is there. */
export async function makeTool(bundleRoot: string, name: string): Promise<MadeTool> {
  const { resource, exported } = namesOf(name);
  const file = `tools/${resource}/index.ts`;
  const path = join(bundleRoot, file);
  if (existsSync(path)) throw new UsageError(`${file} exists; nothing was written`, declareHint(file));
  // Looked at first: a module without its document would be in the way of the next try.
  await readForAppending(bundleRoot, resource);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, moduleText(resource, exported), { flag: 'wx' });
  const made = await declareModule(bundleRoot, { from: path, cwd: bundleRoot });
  return { ...made, files: [file, ...made.files] };
}

/** Adds the document of a module that declares its tools by `defineTool`. Throws `E_USAGE`, or what keeps the module from being loaded. */
export async function declareModule(
  bundleRoot: string,
  { from, cwd }: { readonly from: string; readonly cwd: string },
): Promise<MadeTool> {
  const path = resolve(cwd, from);
  const inside = relative(bundleRoot, path);
  if (inside.startsWith('..'))
    throw new UsageError(`${from} lies outside the bundle`, `Move it into ${bundleRoot}.`);
  if (!existsSync(path)) throw new GoondanError('E_CONFIG_ENTRY', `there is no file ${path}`);
  const entry = `./${inside.split(sep).join('/')}`;
  const tools = await new ToolLoader({ bundleRoot }).loadModule(entry);
  const document = toolResourceOf(entry, tools);
  const resource = document.metadata.name;
  await appendDocument(bundleRoot, document);
  return { resource, tools: tools.map((tool) => tool.name), files: ['goondan.yaml'] };
}

function declareHint(file: string): string {
  return `Write its document with gdn tool new --from ${file}, or choose another name.`;
}
