import { policyDefaults } from '../../policy/effective-policy.ts';
import { featureOverrides } from '../../policy/environment.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { itemsAt, numberAt, valueAt } from '../raw-value.ts';
import { pathText } from '../wording.ts';
import { swarmsOf } from './swarm.ts';

const tools = ['spec', 'policy', 'tools'];
const limits: readonly Path[] = [
  ['spec', 'policy', 'maxStepsPerTurn'],
  ['spec', 'policy', 'budget', 'maxTokens'],
  ...['timeoutMs', 'maxTimeoutMs', 'concurrency', 'maxOutputBytes'].map((name) => [...tools, name]),
];

/** Settings of a policy that cannot take effect: limits above the swarm's, whitelists that are switched off (POL-1, POL-2, TIME-1). */
export function checkPolicyLimits(document: ConfigDocument, context: CheckContext): Problem[] {
  switch (document.kind) {
    case 'Swarm':
      return [...timeoutProblems(document), ...idleWhitelist(document, [document], context)];
    case 'Agent': {
      const swarms = swarmsOf(document, context.documents);
      return [
        ...timeoutProblems(document),
        ...idleWhitelist(document, [document, ...swarms], context),
        ...swarms.flatMap((swarm) => wideningProblems(document, swarm)),
      ];
    }
    case 'Tool':
      return toolTimeoutProblems(document, context);
    default:
      return [];
  }
}

function timeoutProblems({ value }: ConfigDocument): Problem[] {
  const path = [...tools, 'timeoutMs'];
  const timeout = numberAt(value, path);
  const most = numberAt(value, [...tools, 'maxTimeoutMs']) ?? policyDefaults.maxTimeoutMs;
  if (timeout === undefined || timeout <= most) return [];
  const message = `timeoutMs ${timeout} is more than maxTimeoutMs ${most}`;
  return [{ code: 'E_CONFIG_POLICY_TIMEOUT', path, message, hint: 'lower it, or raise maxTimeoutMs' }];
}

function toolTimeoutProblems(tool: ConfigDocument, { documents }: CheckContext): Problem[] {
  const path = ['spec', 'timeoutMs'];
  const timeout = numberAt(tool.value, path);
  const swarm = documents.find(({ kind, value }) => kind === 'Swarm' && (timeout ?? 0) > mostOf(value));
  if (timeout === undefined || swarm === undefined) return [];
  const message = `timeoutMs ${timeout} is more than maxTimeoutMs ${mostOf(swarm.value)} of ${swarm.label}, which wins`;
  return [
    {
      code: 'E_CONFIG_POLICY_TIMEOUT',
      severity: 'warning',
      path,
      message,
      hint: 'lower it, or raise maxTimeoutMs',
    },
  ];
}

function mostOf(swarm: unknown): number {
  return numberAt(swarm, [...tools, 'maxTimeoutMs']) ?? policyDefaults.maxTimeoutMs;
}

function idleWhitelist(
  document: ConfigDocument,
  layers: readonly ConfigDocument[],
  { env }: CheckContext,
): Problem[] {
  const path = [...tools, 'whitelist'];
  const flag = [...tools, 'features', 'tools_policy'];
  const override = featureOverrides(env).tools_policy;
  // The environment overrides the flag of swarms only.
  const isOn = layers.some(
    ({ kind, value }) =>
      (kind === 'Swarm' ? (override ?? valueAt(value, flag)) : valueAt(value, flag)) === true,
  );
  if (isOn || itemsAt(document.value, path).length === 0) return [];
  const message = 'this whitelist has no effect: features.tools_policy is off';
  const hint = 'add features: { tools_policy: true }';
  return [{ code: 'E_CONFIG_POLICY_IDLE', severity: 'warning', path, at: 'key', message, hint }];
}

function wideningProblems(agent: ConfigDocument, swarm: ConfigDocument): Problem[] {
  const base = { code: 'E_CONFIG_POLICY_WIDENS', severity: 'warning' } as const;
  const numbers = limits.flatMap((path): Problem[] => {
    const own = numberAt(agent.value, path);
    const outer = numberAt(swarm.value, path);
    if (own === undefined || outer === undefined || own <= outer) return [];
    const message = `${pathText(path.slice(1))} ${own} has no effect: ${swarm.label} allows ${outer}`;
    return [{ ...base, path, message, hint: 'an Agent can only narrow the policy of its Swarm' }];
  });
  const direct = [...tools, 'registryDirect'];
  const isDenied = valueAt(agent.value, direct) === true && valueAt(swarm.value, direct) !== true;
  const message = `policy.tools.registryDirect has no effect: ${swarm.label} does not allow it`;
  return isDenied
    ? [...numbers, { ...base, path: direct, message, hint: 'set it in the Swarm too' }]
    : numbers;
}
