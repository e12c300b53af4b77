import { join, resolve } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import type { Finding, LoadedResource, StockResource } from '@goondan/core/bundle';
import { findPackage } from './find-package.ts';
import { readResources } from './read-resources.ts';

/** The package most stock resources come from. Its modules are loaded by name, never imported. */
const stockPackage = '@goondan/base';
/** Packages that add to it where they are installed; what several offer comes from the first. */
const furtherPackages = ['@goondan/mcp'];

/** What agents can use by name without the bundle's having it. */
export interface Stock {
  /** The root of the stock bundle, which the entries of its tools are relative to; undefined when it is not installed. */
  readonly root: string | undefined;
  readonly resources: readonly Pick<LoadedResource, 'resource'>[];
  /** The same by the package they come from. */
  readonly bundles: readonly StockBundle[];
  /** The same by kind and name, as `loadBundle` takes them. */
  readonly names: readonly StockResource[];
  /** Why there is nothing in it. */
  readonly warning?: string;
}

/** What one package offers, and the folder its entries are relative to. */
interface StockBundle {
  readonly root: string;
  readonly resources: Stock['resources'];
}

const loaded = new Map<string, Promise<Stock>>();

/**
 * The stock resources of the `@goondan/base` that is installed with this package, and of what is installed beside it, read once in a
 * process. One that is not installed is an empty stock with a warning; one that is broken throws a coded error of its first mistake.
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
    return { root, resources: [], bundles: [], names: [], warning };
  }
  const bundles = [await bundleOf(stockPackage, root)];
  for (const name of furtherPackages) {
    const further = findPackage(name, from);
    if (further !== undefined) bundles.push(await bundleOf(name, further));
  }
  const names = bundles.flatMap((bundle) =>
    bundle.resources.map(({ resource }) => nameOf(resource, bundle.root)),
  );
  return { root, resources: bundles.flatMap(({ resources }) => resources), bundles, names };
}

async function bundleOf(name: string, root: string): Promise<StockBundle> {
  return { root, resources: (await listedResources(name, root)) ?? (await bundledResources(name, root)) };
}

function nameOf({ kind, metadata, spec }: LoadedResource['resource'], root: string): StockResource {
  const entry = kind === 'Extension' ? { entry: resolve(root, spec.entry) } : {};
  return { kind, name: metadata.name, ...entry };
}

/** What the package lists for a quick start: reading YAML and checking it would take most of the time a process needs to start. */
async function listedResources(name: string, root: string): Promise<Stock['resources'] | undefined> {
  const file = join(root, 'resources.json');
  try {
    return (await readResources(file))?.map((resource) => ({ resource }));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw broken(name, root, { code: 'E_CONFIG_DOCUMENT', what: ` ${file} cannot be used: ${why}.`, cause });
  }
}

async function bundledResources(name: string, root: string): Promise<Stock['resources']> {
  const { loadBundle } = await import('@goondan/core/bundle');
  const { valid, resources, findings } = await loadBundle(root, { checkModules: false });
  if (valid) return resources;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const where = first === undefined ? '' : ` ${first.file}:${first.line}:${first.column}: ${first.message}`;
  throw broken(name, root, { code: first?.code ?? 'E_CONFIG_DOCUMENT', what: `${where}${more}` });
}

interface Breakage {
  readonly code: Finding['code'];
  readonly what: string;
  readonly cause?: unknown;
}

function broken(name: string, root: string, { code, what, cause }: Breakage): GoondanError {
  return new GoondanError(code, `${name} in ${root} is broken.${what}`, {
    suggestion: `Install ${name} again, in the version of @goondan/runtime.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
