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

/** Settings of a policy that have no effect: more than the swarm allows, or a whitelist that is switched off (POL-1, POL-2). */
export function checkPolicyNarrowing(document: ConfigDocument, { documents, env }: CheckContext): Problem[] {
  if (document.kind === 'Swarm') return idleWhitelist(document, [document], env);
  if (document.kind !== 'Agent') return [];
  const swarms = swarmsOf(document, documents);
  return [
    ...idleWhitelist(document, [document, ...swarms], env),
    ...swarms.flatMap((swarm) => [...widerLimits(document, swarm), ...deniedFlag(document, swarm)]),
  ];
}

function idleWhitelist(
  document: ConfigDocument,
  layers: readonly ConfigDocument[],
  env: CheckContext['env'],
): Problem[] {
  const path = [...tools, 'whitelist'];
  // The environment overrides the flag of swarms only.
  const override = featureOverrides(env).tools_policy;
  const isOn = layers.some(({ kind, value }) => {
    const flag = valueAt(value, [...tools, 'features', 'tools_policy']);
    return (kind === 'Swarm' ? (override ?? flag) : flag) === true;
  });
  if (isOn || itemsAt(document.value, path).length === 0) return [];
  const message = 'this whitelist has no effect: features.tools_policy is off';
  const hint = 'add features: { tools_policy: true }';
  return [{ code: 'E_CONFIG_POLICY_IDLE', severity: 'warning', path, at: 'key', message, hint }];
}

function widerLimits(agent: ConfigDocument, swarm: ConfigDocument): Problem[] {
  return limits.flatMap((path) => {
    const own = numberAt(agent.value, path);
    const outer = numberAt(swarm.value, path) ?? defaultOf(path);
    if (own === undefined || outer === undefined || own <= outer) return [];
    const message = `${pathText(path.slice(1))} ${own} has no effect: ${swarm.label} allows ${outer}`;
    return [widening(path, message, 'an Agent can only narrow the policy of its Swarm')];
  });
}

/** What a swarm that says nothing allows. */
function defaultOf(path: Path): number | undefined {
  return Object.entries(policyDefaults).find(([name]) => name === path.at(-1))?.[1];
}

function deniedFlag(agent: ConfigDocument, swarm: ConfigDocument): Problem[] {
  const path = [...tools, 'registryDirect'];
  if (valueAt(agent.value, path) !== true || valueAt(swarm.value, path) === true) return [];
  const message = `policy.tools.registryDirect has no effect: ${swarm.label} does not allow it`;
  return [widening(path, message, 'set it in the Swarm too')];
}

function widening(path: Path, message: string, hint: string): Problem {
  return { code: 'E_CONFIG_POLICY_WIDENS', severity: 'warning', path, message, hint };
}
