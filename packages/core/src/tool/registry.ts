import type { ToolCatalogItem } from './catalog-item.ts';
import type { ToolDefinition } from './definition.ts';
import { ToolRegistration } from './registration.ts';

/** Everything executable in one process (CAT-5). What a step shows the model is a `ToolCatalog`, never this. */
export class ToolRegistry {
  /** Per name the registrations laid over one another; the last is in force. */
  readonly #layers = new Map<string, ToolRegistration[]>();
  readonly #namesByResource = new Map<string, Set<string>>();
  readonly #dynamicNames = new Set<string>();
  #items: readonly ToolCatalogItem[] | undefined;
  #revision = 0;

  /** Grows with every change: what was derived from an equal revision is still right. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Adds a tool, replacing one of the same name; the disposer takes it away and restores what was beneath (CAT-7).
   * Throws when the name or another field is illegal.
   */
  register(definition: ToolDefinition): () => void {
    const registration = new ToolRegistration(definition);
    const layers = this.#layers.get(registration.name);
    if (layers === undefined) this.#layers.set(registration.name, [registration]);
    else layers.push(registration);
    this.#changed(registration.name);
    return () => this.#dispose(registration);
  }

  /** The registration in force under a name. */
  get(name: string): ToolRegistration | undefined {
    const layers = this.#layers.get(name);
    return layers?.[layers.length - 1];
  }

  /** Whether a tool of that name is registered. */
  has(name: string): boolean {
    return this.#layers.has(name);
  }

  /** Takes a name away with everything registered under it; false when there was nothing. */
  unregister(name: string): boolean {
    if (!this.#layers.delete(name)) return false;
    this.#changed(name);
    return true;
  }

  /** All tools as catalog items, ordered by name; the same array until something changes. */
  items(): readonly ToolCatalogItem[] {
    this.#items ??= Object.freeze(
      [...this.#layers.keys()].sort(byCodeUnit).flatMap((name) => this.get(name)?.item ?? []),
    );
    return this.#items;
  }

  /** The tools of one Tool resource, ordered by name. */
  itemsOfResource(resourceName: string): readonly ToolCatalogItem[] {
    return this.#itemsNamed(this.#namesByResource.get(resourceName));
  }

  /** The tools registered by extensions and MCP servers, ordered by name. */
  dynamicItems(): readonly ToolCatalogItem[] {
    return this.#itemsNamed(this.#dynamicNames);
  }

  #itemsNamed(names: Iterable<string> = []): readonly ToolCatalogItem[] {
    return [...names].sort(byCodeUnit).flatMap((name) => this.get(name)?.item ?? []);
  }

  #dispose(registration: ToolRegistration): void {
    const layers = this.#layers.get(registration.name);
    const index = layers?.indexOf(registration) ?? -1;
    if (layers === undefined || index < 0) return;
    layers.splice(index, 1);
    if (layers.length === 0) this.#layers.delete(registration.name);
    this.#changed(registration.name);
  }

  /** Keeps the indexes by resource and by origin right, so that a step's catalog costs nothing for tools it lacks. */
  #changed(name: string): void {
    this.#revision += 1;
    this.#items = undefined;
    const current = this.get(name);
    const isDynamic =
      current !== undefined && current.item.source !== undefined && current.item.source.type !== 'config';
    if (isDynamic) this.#dynamicNames.add(name);
    else this.#dynamicNames.delete(name);
    this.#index(name, current);
  }

  #index(name: string, current: ToolRegistration | undefined): void {
    const resourceName = current?.resourceName ?? name.slice(0, name.indexOf('__'));
    const names = this.#namesByResource.get(resourceName);
    if (current !== undefined) {
      if (names === undefined) this.#namesByResource.set(resourceName, new Set([name]));
      else names.add(name);
    } else if (names !== undefined) {
      names.delete(name);
      if (names.size === 0) this.#namesByResource.delete(resourceName);
    }
  }
}

/** The same order on every machine, unlike a locale's. */
function byCodeUnit(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
