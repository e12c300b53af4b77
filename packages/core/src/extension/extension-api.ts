import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { ToolCatalogItem } from '../tool/catalog-item.ts';
import type { ToolHandler } from '../tool/handler.ts';

/** What an extension's `register(api, config?)` is given. */
export interface ExtensionApi {
  readonly pipeline: Pick<Pipeline, 'register'>;
  readonly tools: {
    /** Adds a tool; it is in the catalog of the next step by itself (CAT-4). The disposer takes it away. */
    register(item: ToolCatalogItem, handler: ToolHandler): () => void;
  };
  /** Belongs to the instance of the running turn, is durable, and throws outside a turn. */
  readonly state: ExtensionState;
  readonly events: {
    /** Listens until the function it returns is called. */
    on(name: string, listener: EventListener): () => void;
    /** Tells all listeners; one that throws does not disturb the others. */
    emit(name: string, payload?: JsonValue): void;
  };
  readonly logger: Console;
}

/** Durable values of one extension in one instance. */
export interface ExtensionState {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** Hears the events of a process. */
export type EventListener = (payload: JsonValue | undefined) => void | Promise<void>;

/** What an extension module exports. */
export interface ExtensionModule {
  register(api: ExtensionApi, config?: JsonObject): void | Promise<void>;
}
