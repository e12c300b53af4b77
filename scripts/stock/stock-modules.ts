import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  importModule,
  isDefinedExtension,
  isDefinedTool,
  toolResourceOf,
  type DefinedExtension,
  type DefinedTool,
  type ToolResource,
} from '@goondan/core';

/** A stock tool as its module declares it. */
export interface StockTool {
  readonly name: string;
  readonly definitions: readonly DefinedTool[];
  readonly resource: ToolResource;
}

/** A stock extension as its module declares it. */
export interface StockExtension {
  readonly name: string;
  readonly extension: DefinedExtension;
  readonly resource: object;
}

const labels = { tier: 'base' };

/** Imports every module of a stock bundle; the folder is the name. */
export async function readStockModules(
  root: string,
): Promise<{ readonly tools: StockTool[]; readonly extensions: StockExtension[] }> {
  return {
    tools: await Promise.all((await foldersOf(`${root}/tools`)).map((name) => readTool(root, name))),
    extensions: await Promise.all(
      (await foldersOf(`${root}/extensions`)).map((name) => readExtension(root, name)),
    ),
  };
}

async function readTool(root: string, name: string): Promise<StockTool> {
  const entry = `./tools/${name}/index.ts`;
  const definitions = (await exportsOf(resolve(root, entry))).filter(isDefinedTool);
  const resource = toolResourceOf(entry, definitions);
  if (resource.metadata.name !== name) throw new Error(`${entry} declares Tool/${resource.metadata.name}.`);
  return { name, definitions, resource: { ...resource, metadata: { name, labels } } };
}

async function readExtension(root: string, name: string): Promise<StockExtension> {
  const entry = `./extensions/${name}/index.ts`;
  const [extension] = (await exportsOf(resolve(root, entry))).filter(isDefinedExtension);
  if (extension?.name !== name)
    throw new Error(`${entry} does not declare Extension/${name} by defineExtension.`);
  const resource = {
    apiVersion: 'goondan.ai/v1',
    kind: 'Extension',
    metadata: { name, labels },
    spec: { entry },
  };
  return { name, extension, resource };
}

async function exportsOf(file: string): Promise<unknown[]> {
  const module = await importModule(file);
  if (module.status === 'failed') throw new Error(`${file}: ${module.message}`);
  return Object.values(module.exports).flat();
}

/** A package may have no such folder. */
async function foldersOf(folder: string): Promise<string[]> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
}
