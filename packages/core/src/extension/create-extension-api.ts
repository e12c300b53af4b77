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

/** The api of one extension. Its tools are marked as the extension's, but for those of an MCP server it stands for (ITEM-1). */
export function createExtensionApi(extensionName: string, host: ExtensionHost): ExtensionApi {
  const source = { type: 'extension', name: extensionName } as const;
  return {
    pipeline: host.pipeline,
    tools: {
      register(item, handler) {
        const isForeign = item.source?.type === 'mcp';
        return host.registry.register({ ...item, handler, source: isForeign ? item.source : source });
      },
    },
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
