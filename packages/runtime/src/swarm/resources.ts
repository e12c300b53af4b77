import { GoondanError, isRecord, parseRef } from '@goondan/core/basics';
import type {
  AgentResource,
  ExtensionResource,
  LoadedResource,
  ModelResource,
  Resource,
  ResourceKind,
  SwarmResource,
  ToolResource,
} from '@goondan/core/bundle';

/** A resource and the folder its files are relative to. */
export interface RootedResource<Kind extends Resource = Resource> {
  readonly resource: Kind;
  readonly root: string;
}

/** Everything a bundle can refer to: its own resources, and beneath them the stock. */
export class Resources {
  readonly #byName = new Map<string, RootedResource>();
  readonly #own: readonly Resource[];
  /** Names of the stock tools. */
  readonly stockTools: readonly string[];

  constructor(own: Rooted, stock: readonly Rooted[]) {
    this.#own = own.resources.map(({ resource }) => resource);
    this.stockTools = stock
      .flatMap(({ resources }) => resources)
      .flatMap(({ resource }) => (resource.kind === 'Tool' ? [resource.metadata.name] : []));
    // Whoever comes first wins: the bundle over the stock, and of the stock the first package.
    for (const { root, resources } of [...stock.toReversed(), own]) {
      for (const { resource } of resources)
        this.#byName.set(`${resource.kind}/${resource.metadata.name}`, { resource, root });
    }
  }

  /** True where there is no bundle: the stock stands alone. */
  get isEmpty(): boolean {
    return this.#own.length === 0;
  }

  /** All Models, for keys that must be kept secret. */
  get models(): ModelResource[] {
    return this.#own.filter((resource) => resource.kind === 'Model');
  }

  /** Variables of the environment that hold secrets: the keys of tools and extensions, and what permissions let children have. */
  get secretVariables(): string[] {
    const resources = [...this.#byName.values()].map(({ resource }) => resource);
    return [...new Set(resources.flatMap(variablesOf))];
  }

  /** The bundle's first Swarm. */
  get swarm(): SwarmResource | undefined {
    return this.#own.find((resource) => resource.kind === 'Swarm');
  }

  /** The bundle's own agents. */
  get agents(): AgentResource[] {
    return this.#own.filter((resource) => resource.kind === 'Agent');
  }

  /** The bundle's own tools. */
  get tools(): ToolResource[] {
    return this.#own.filter((resource) => resource.kind === 'Tool');
  }

  /** A Tool by name. */
  tool(name: string): RootedResource<ToolResource> {
    const { resource, root } = this.#get('Tool', name);
    if (resource.kind === 'Tool') return { resource, root };
    throw missing('Tool', name);
  }

  /** An Extension by name. */
  extension(name: string): RootedResource<ExtensionResource> {
    const { resource, root } = this.#get('Extension', name);
    if (resource.kind === 'Extension') return { resource, root };
    throw missing('Extension', name);
  }

  /** A Model by name. */
  model(name: string): ModelResource | undefined {
    const found = this.#byName.get(`Model/${name}`)?.resource;
    return found?.kind === 'Model' ? found : undefined;
  }

  #get(kind: ResourceKind, name: string): RootedResource {
    const found = this.#byName.get(`${kind}/${name}`);
    if (found === undefined) throw missing(kind, name);
    return found;
  }
}

/** Resources of one folder. */
export interface Rooted {
  readonly root: string;
  readonly resources: readonly Pick<LoadedResource, 'resource'>[];
}

/** The name a ref leads to; the bundle check has seen that it is one. */
export function nameOf(ref: unknown, kind: ResourceKind): string {
  const name = parseRef(ref, kind)?.name;
  if (name === undefined)
    throw new GoondanError('E_CONFIG_REF', `${JSON.stringify(ref)} is no ref to ${kind}.`);
  return name;
}

function missing(kind: ResourceKind, name: string): GoondanError {
  return new GoondanError('E_CONFIG_REF_NOT_FOUND', `${kind}/${name} does not exist.`);
}

function variablesOf({ kind, spec }: Resource): readonly string[] {
  if (kind === 'Tool') return spec.secrets ?? [];
  if (kind === 'Extension') return variablesIn(spec.config);
  if (kind !== 'Swarm' && kind !== 'Agent') return [];
  const allowed = spec.policy?.permissions?.env?.allow ?? [];
  return kind === 'Agent' ? [...allowed, ...variablesIn(spec.extensions)] : allowed;
}

/** The variables that settings take values from, by `valueFrom: { env: NAME }`. */
function variablesIn(settings: unknown): string[] {
  if (Array.isArray(settings)) return settings.flatMap(variablesIn);
  if (!isRecord(settings)) return [];
  const { valueFrom } = settings;
  const own = isRecord(valueFrom) && typeof valueFrom.env === 'string' ? [valueFrom.env] : [];
  return [...own, ...Object.values(settings).flatMap(variablesIn)];
}
