import { nearest } from '../error/nearest.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import { blockingWhitelist } from '../policy/whitelist.ts';
import type { ToolCatalog } from './catalog.ts';
import type { ToolRegistration } from './registration.ts';
import type { ToolRegistry } from './registry.ts';
import { codedError, type ToolError } from './result.ts';

/** What decides whether a name may be called. */
export interface AdmissionRequest {
  readonly toolName: string;
  readonly registry: ToolRegistry;
  readonly catalog: ToolCatalog | undefined;
  readonly policy: EffectivePolicy;
}

/** The registration a call may run, or why it may not: blocked, then not in the catalog, then gone or stale (ALLOW-1…3). */
export function admit(request: AdmissionRequest): ToolRegistration | ToolError {
  const { toolName, registry, catalog, policy } = request;
  const whitelist = blockingWhitelist(policy, toolName);
  if (whitelist !== undefined) {
    return codedError(
      'E_TOOL_BLOCKED',
      `Tool '${shown(toolName)}' is blocked: it is not in the whitelist of ${whitelist.origin}.`,
    );
  }
  const current = registry.get(toolName);
  if (catalog === undefined) return current ?? notFound(toolName, registry);
  const entry = catalog.entry(toolName);
  if (entry === undefined) {
    if (policy.registryDirect) return current ?? notFound(toolName, registry);
    return notInCatalog(toolName, catalog);
  }
  if (current === undefined) return notFound(toolName, registry, catalog.items());
  return entry.isBound && entry.registration !== current ? stale(toolName) : current;
}

function notInCatalog(toolName: string, catalog: ToolCatalog): ToolError {
  const message = `Tool '${shown(toolName)}' is not available in the current Tool Catalog.`;
  const names = catalog.items().map((item) => item.name);
  return codedError('E_TOOL_NOT_IN_CATALOG', message, didYouMean(toolName, names));
}

/** Only what may be called is suggested: a step's own tools where it has a catalog. */
function notFound(toolName: string, registry: ToolRegistry, items = registry.items()): ToolError {
  const names = items.map((item) => item.name).filter((name) => registry.has(name));
  return codedError(
    'E_TOOL_NOT_FOUND',
    `Tool '${shown(toolName)}' is not registered.`,
    didYouMean(toolName, names),
  );
}

function stale(toolName: string): ToolError {
  return codedError(
    'E_TOOL_STALE',
    `Tool '${toolName}' was registered anew after this step had begun; the call was not run.`,
  );
}

function didYouMean(toolName: string, names: readonly string[]): { suggestion?: string } {
  if (typeof toolName !== 'string') return {};
  // The resource alone is named as often as a letter is missed.
  const match = names.find((name) => name.startsWith(`${toolName}__`)) ?? nearest(toolName, names);
  return match === undefined ? {} : { suggestion: `Did you mean '${match}'?` };
}

/** Names come from models: control characters and endless ones are not repeated as they are. */
function shown(toolName: unknown): string {
  const text = typeof toolName === 'string' ? toolName : typeof toolName;
  const start = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return JSON.stringify(start).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}
