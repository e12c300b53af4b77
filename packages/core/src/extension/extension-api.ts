import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { ApprovalRule } from '../resource/policy.ts';
import type { ToolCatalogItem } from '../tool/catalog-item.ts';
import type { ToolDefinition } from '../tool/definition.ts';
import type { ToolHandler } from '../tool/handler.ts';

/** What an extension's `register(api, config?)` is given. */
export interface ExtensionApi {
  readonly pipeline: Pick<Pipeline, 'register'>;
  readonly tools: {
    /** Adds a tool; it is in the catalog of the next step by itself (CAT-4). The disposer takes it away. Throws where name, texts or schemas are bad (CAT-7). */
    register(item: ToolCatalogItem, handler: ToolHandler, options?: DynamicToolOptions): () => void;
    /** Whether the name is taken: to register it again would replace what is there (CAT-7). */
    has(name: string): boolean;
  };
  readonly approvals: {
    /** Adds a rule beside those of `policy.tools.approvals`: calls that match wait for a person (POL-4). `label` is what that person reads. */
    require(rule: ApprovalRule, label?: string): void;
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
  /** What relative paths in a config are relative to: the root of the agent's bundle, or the working folder where there is none. */
  readonly bundleRoot: string;
  /** A folder of the workspace for this extension alone; what lies in it lasts. It is made by whoever first writes there. */
  readonly stateFolder: string;
  /** Which features the agent's policy switches on (POL-1). */
  readonly features: EffectivePolicy['features'];
  readonly handles: {
    /** Brings the outcome of a call that was answered with `pending(handle)`; once, also after a restart (PEND-2). */
    complete(handle: string, outcome: JsonValue): Promise<void>;
  };
  /** Keeps the agent's process from being put to sleep until the function it returns is called: for work that ends outside any turn. */
  keepAwake(): () => void;
  /** Runs when the agent stops, before its process ends: what the extension has started must end with it. */
  onStop(stop: () => void | Promise<void>): void;
}

/** What else may be said of a tool that an extension registers; the same as in a Tool resource. */
export type DynamicToolOptions = Pick<
  ToolDefinition,
  'annotations' | 'output' | 'timeoutMs' | 'errorMessageLimit'
>;

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
