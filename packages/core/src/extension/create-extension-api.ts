import type { Pipeline } from '../pipeline/pipeline.ts';
import type { ToolRegistry } from '../tool/registry.ts';
import type { EventBus } from './event-bus.ts';
import type { ExtensionApi } from './extension-api.ts';
import { currentTurn } from './turn-scope.ts';

/** The parts of a process that an extension reaches. */
export interface ExtensionHost {
  readonly registry: ToolRegistry;
  readonly pipeline: Pipeline;
  readonly events: EventBus;
  readonly logger: Console;
}

/** The api of one extension. Tools without a source of their own are marked as the extension's (ITEM-1). */
export function createExtensionApi(extensionName: string, host: ExtensionHost): ExtensionApi {
  const source = { type: 'extension', name: extensionName } as const;
  return {
    pipeline: host.pipeline,
    tools: { register: (item, handler) => host.registry.register({ source, ...item, handler }) },
    state: {
      get: async (key) => currentTurn(extensionName).getState(extensionName, key),
      set: async (key, value) => currentTurn(extensionName).setState(extensionName, key, value),
    },
    events: {
      on: (name, listener) => host.events.on(name, listener),
      emit: (name, payload) => host.events.emit(name, payload),
    },
    logger: host.logger,
  };
}
