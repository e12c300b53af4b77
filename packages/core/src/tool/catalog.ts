import type { ToolCatalogItem } from './catalog-item.ts';
import { registrationOf, type ToolRegistration } from './registration.ts';
import type { ToolRegistry } from './registry.ts';

/** A catalog's entry: what the model was shown, and the registration it stands for. */
export interface CatalogEntry {
  readonly item: ToolCatalogItem;
  /** Undefined for an item copied or made by hand. */
  readonly registration: ToolRegistration | undefined;
  /** True when binding was tried: with no registration then, nothing stands behind the item, whatever is registered later. */
  readonly isBound: boolean;
}

/** A catalog written down. */
export type CatalogRecord = readonly {
  readonly item: ToolCatalogItem;
  /** Of the definition behind the item; none when nothing stood behind it. */
  readonly fingerprint?: string;
}[];

/**
 * What one step shows the model: immutable, in the order given (CAT-1).
 * Items are bound to their registration; with a registry, items copied or made by hand are bound by name now (CAT-6).
 */
export class ToolCatalog {
  readonly #entries = new Map<string, CatalogEntry>();
  readonly #items: readonly ToolCatalogItem[];

  constructor(items: Iterable<ToolCatalogItem>, registry?: ToolRegistry) {
    for (const item of items) {
      const registration = registrationOf(item) ?? registry?.get(item.name);
      this.#entries.set(item.name, {
        item,
        registration,
        isBound: registry !== undefined || registration !== undefined,
      });
    }
    this.#items = Object.freeze(Array.from(this.#entries.values(), (entry) => entry.item));
  }

  /** The catalog as it was recorded, bound anew by name: what is gone or defined otherwise by now is refused when called (CAT-6). */
  static restore(record: CatalogRecord, registry: ToolRegistry): ToolCatalog {
    const catalog = new ToolCatalog(record.map(({ item }) => item));
    for (const { item, fingerprint } of record) {
      const current = registry.get(item.name);
      const registration = current?.fingerprint === fingerprint ? current : undefined;
      catalog.#entries.set(item.name, { item, registration, isBound: true });
    }
    return catalog;
  }

  /** What `restore` needs, as JSON: for whoever has to go on with this step in another process. */
  record(): CatalogRecord {
    return Array.from(this.#entries.values(), ({ item, registration }) => ({
      item,
      ...(registration === undefined ? {} : { fingerprint: registration.fingerprint }),
    }));
  }

  /** The item of that name. */
  get(name: string): ToolCatalogItem | undefined {
    return this.#entries.get(name)?.item;
  }

  /** Whether the model was shown a tool of that name. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** What the model is shown, in order. */
  items(): readonly ToolCatalogItem[] {
    return this.#items;
  }

  /** The item with what it is bound to: for the executor. */
  entry(name: string): CatalogEntry | undefined {
    return this.#entries.get(name);
  }
}
