import { join } from 'node:path';
import { GoondanError } from '../error/goondan-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { labelledApproval, type LabelledApproval } from '../policy/approval.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { schemaProblems } from '../schema/problems.ts';
import { joinFailures } from '../schema/schema-failure.ts';
import type { ToolDefinition } from '../tool/definition.ts';
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
  /** The working folder without it. */
  readonly bundleRoot?: string;
  /** Below it each extension has a folder of its own. `.goondan/extensions` of the bundle without it. */
  readonly stateFolder?: string;
  /** Takes the approval rules of extensions; without it they may add none. */
  readonly approvals?: { push(rule: LabelledApproval): unknown };
  /** All off without it, as without a policy. */
  readonly features?: EffectivePolicy['features'];
  /** Completes a handle. Without it there is none to complete. */
  readonly complete?: (handle: string, outcome: JsonValue) => Promise<void>;
  /** Keeps the process awake until the function it returns is called; without it nothing puts it to sleep. */
  readonly keepAwake?: () => () => void;
  /** Told what is to run when the agent stops; without it nothing does. */
  readonly onStop?: (stop: () => void | Promise<void>) => void;
}

/** The api of one extension. Its tools are marked as the extension's, but for those of an MCP server it stands for (ITEM-1). */
export function createExtensionApi(extensionName: string, host: ExtensionHost): ExtensionApi {
  const source = { type: 'extension', name: extensionName } as const;
  const bundleRoot = host.bundleRoot ?? process.cwd();
  return {
    pipeline: host.pipeline,
    tools: {
      register(item, handler, options = {}) {
        const isForeign = item.source?.type === 'mcp';
        const definition = { ...options, ...item, handler, source: isForeign ? item.source : source };
        checkSchemas(definition);
        return host.registry.register(definition);
      },
      has: (name) => host.registry.has(name),
    },
    approvals: {
      require(rule, label = `rule for ${rule.tool}`) {
        if (host.approvals === undefined) throw new TypeError('Here nobody can be asked for approval.');
        const origin = `extension ${extensionName}`;
        host.approvals.push(labelledApproval(rule, { origin, label: `${origin}: ${label}` }));
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
    bundleRoot,
    stateFolder: join(host.stateFolder ?? join(bundleRoot, '.goondan', 'extensions'), extensionName),
    features: host.features ?? { mcp_tools: false, tools_policy: false },
    // A handler that returns nothing gives null, and so does whoever completes its call with nothing.
    handles: { complete: (handle, outcome) => (host.complete ?? noHandle)(handle, outcome ?? null) },
    keepAwake: () => host.keepAwake?.() ?? (() => undefined),
    onStop: (stop) => host.onStop?.(stop),
  };
}

/** No bundle check sees these schemas: a bad one would reach the provider, which refuses every request that holds it. */
function checkSchemas(definition: ToolDefinition): void {
  for (const field of ['parameters', 'output'] as const) {
    const schema = definition[field];
    const problems = schema === undefined ? [] : schemaProblems(schema);
    if (problems.length === 0) continue;
    const what = `Tool ${JSON.stringify(definition.name)}: ${field} is not a valid JSON Schema`;
    throw new GoondanError('E_CONFIG_TOOL_SCHEMA', `${what}: ${joinFailures(problems.slice(0, 5))}`);
  }
}

async function noHandle(handle: string): Promise<never> {
  throw new GoondanError('E_HANDLE_NOT_FOUND', `There is no handle '${handle}'.`);
}
