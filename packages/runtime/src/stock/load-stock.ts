import { resolve } from 'node:path';
import { GoondanError } from '@goondan/core';
import { loadBundle, type LoadedResource, type StockResource } from '@goondan/core/bundle';
import { findPackage } from './find-package.ts';

/** The package stock resources come from. Its modules are loaded by name, never imported. */
const stockPackage = '@goondan/base';

/** What agents can use by name without the bundle's having it. */
export interface Stock {
  /** The root of the stock bundle, which the entries of its tools are relative to; undefined when it is not installed. */
  readonly root: string | undefined;
  readonly resources: readonly LoadedResource[];
  /** The same by kind and name, as `loadBundle` takes them. */
  readonly names: readonly StockResource[];
  /** Why there is nothing in it. */
  readonly warning?: string;
}

const loaded = new Map<string, Promise<Stock>>();

/**
 * The stock resources of the `@goondan/base` that is installed with this package, read once in a process. One that is
 * not installed is an empty stock with a warning; one that is broken throws a coded error of its first mistake.
 * `from` is where to look from, upward.
 */
export function loadStock({ from = import.meta.dir }: { readonly from?: string } = {}): Promise<Stock> {
  const folder = resolve(from);
  const known = loaded.get(folder);
  if (known !== undefined) return known;
  const stock = readStock(folder);
  loaded.set(folder, stock);
  // What failed may have been mended by the time it is asked for again.
  stock.catch(() => loaded.delete(folder));
  return stock;
}

async function readStock(from: string): Promise<Stock> {
  const root = findPackage(stockPackage, from);
  if (root === undefined) {
    const warning = `${stockPackage} is not installed: there are no stock tools. Install it beside @goondan/runtime.`;
    return { root, resources: [], names: [], warning };
  }
  const { valid, resources, findings } = await loadBundle(root, { checkModules: false });
  if (!valid) throw broken(root, findings);
  const names = resources.map(({ resource: { kind, metadata } }) => ({ kind, name: metadata.name }));
  return { root, resources, names };
}

function broken(root: string, findings: Awaited<ReturnType<typeof loadBundle>>['findings']): GoondanError {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const where = first === undefined ? '' : ` ${first.file}:${first.line}:${first.column}: ${first.message}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new GoondanError(
    first?.code ?? 'E_CONFIG_DOCUMENT',
    `${stockPackage} in ${root} is broken.${where}${more}`,
    {
      suggestion: `Install ${stockPackage} again, in the version of @goondan/runtime.`,
    },
  );
}
