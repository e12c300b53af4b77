import type { Policy } from '../resource/policy.ts';
import { approvalsOf, type LabelledApproval } from './approval.ts';
import { environmentLayer, featureOverrides, type Environment } from './environment.ts';
import { smallest } from './limit.ts';
import { permissionsOf, type Permissions } from './permissions.ts';
import { createWhitelist, whitelistOf, type Whitelist } from './whitelist.ts';

/** A policy with the place it comes from, which explanations name. */
export interface PolicyLayer {
  readonly origin: string;
  readonly policy: Policy;
}

/** What all layers together come to: limits are the smallest, whitelists must all allow, approvals add up (POL-1). */
export interface EffectivePolicy {
  readonly maxStepsPerTurn: number;
  readonly maxTokens: number | undefined;
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly concurrency: number;
  readonly maxOutputBytes: number;
  readonly registryDirect: boolean;
  readonly features: { readonly mcp_tools: boolean; readonly tools_policy: boolean };
  /** In force only while `features.tools_policy` is on. */
  readonly whitelists: readonly Whitelist[];
  /** What came with the request; in force always. */
  readonly delegated: readonly Whitelist[];
  /** What goes with requests to other agents. */
  readonly delegates: readonly (readonly string[])[];
  readonly approvals: readonly LabelledApproval[];
  readonly permissions: Permissions;
}

/** Defaults of the contract, where no layer says anything. */
export const policyDefaults = {
  maxStepsPerTurn: 32,
  timeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  concurrency: 8,
  maxOutputBytes: 50 * 1024,
} as const;

/**
 * Lays policies over one another, the swarm's first, then each that narrows it; none can widen what another forbids.
 * `environment` adds TOOL_WHITELIST and overrides the swarm's feature flags.
 */
export function effectivePolicy(
  layers: readonly PolicyLayer[],
  environment: Environment = {},
): EffectivePolicy {
  const overrides = featureOverrides(environment);
  const [swarm, ...narrower] = layers.map((layer) => layer.policy);
  const swarmFeatures = { ...swarm?.tools?.features, ...overrides };
  const all = layers.map((layer) => layer.policy);
  const tools = all.map((policy) => policy.tools);
  return {
    maxStepsPerTurn: smallest(
      policyDefaults.maxStepsPerTurn,
      all.map((policy) => policy.maxStepsPerTurn),
    ),
    maxTokens: smallest(
      undefined,
      all.map((policy) => policy.budget?.maxTokens),
    ),
    timeoutMs: smallest(
      policyDefaults.timeoutMs,
      tools.map((policy) => policy?.timeoutMs),
    ),
    maxTimeoutMs: smallest(
      policyDefaults.maxTimeoutMs,
      tools.map((policy) => policy?.maxTimeoutMs),
    ),
    concurrency: smallest(
      policyDefaults.concurrency,
      tools.map((policy) => policy?.concurrency),
    ),
    maxOutputBytes: smallest(
      policyDefaults.maxOutputBytes,
      tools.map((policy) => policy?.maxOutputBytes),
    ),
    registryDirect: grants(tools.map((policy) => policy?.registryDirect)),
    features: {
      mcp_tools: grants([
        swarmFeatures.mcp_tools,
        ...narrower.map((policy) => policy.tools?.features?.mcp_tools),
      ]),
      // This flag restricts: a narrower layer may switch it on, never off.
      tools_policy: [swarmFeatures, ...narrower.map((policy) => policy.tools?.features)].some(
        (features) => features?.tools_policy === true,
      ),
    },
    whitelists: [...layers, ...environmentLayer(environment)].flatMap(whitelistOf),
    delegated: [],
    delegates: all.flatMap(({ delegate }) => (delegate === undefined ? [] : [delegate.whitelist])),
    approvals: layers.flatMap(approvalsOf),
    permissions: permissionsOf(all.map((policy) => policy.permissions)),
  };
}

/** The policy narrowed by what came with a request; it goes on with the requests this one causes (SPEC §7). */
export function delegatedPolicy(
  policy: EffectivePolicy,
  lists: readonly (readonly string[])[],
): EffectivePolicy {
  if (lists.length === 0) return policy;
  return {
    ...policy,
    delegated: [...policy.delegated, ...lists.map((list) => createWhitelist('the caller', list))],
    delegates: [...policy.delegates, ...lists],
  };
}

/** A flag that allows something: the first layer must switch it on, and no other may have switched it off. */
function grants([first, ...others]: readonly (boolean | undefined)[]): boolean {
  return first === true && others.every((flag) => flag !== false);
}
