import { policyDefaults } from '../../policy/effective-policy.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { numberAt } from '../raw-value.ts';
import { swarmsOf } from './swarm.ts';

const policyTimeout = ['spec', 'policy', 'tools', 'timeoutMs'];
const policyMost = ['spec', 'policy', 'tools', 'maxTimeoutMs'];
const hint = 'lower it, or raise maxTimeoutMs';

/** No timeout is longer than the longest that policy allows (TIME-1). */
export function checkPolicyTimeouts(document: ConfigDocument, { documents }: CheckContext): Problem[] {
  if (document.kind === 'Swarm') return policyProblems(document, [document]);
  if (document.kind === 'Agent')
    return policyProblems(document, [document, ...swarmsOf(document, documents)]);
  if (document.kind === 'Tool') return toolProblems(document, documents);
  return [];
}

function policyProblems({ value }: ConfigDocument, layers: readonly ConfigDocument[]): Problem[] {
  const timeout = numberAt(value, policyTimeout);
  const most = mostOf(layers);
  if (timeout === undefined || timeout <= most) return [];
  const message = `timeoutMs ${timeout} is more than maxTimeoutMs ${most}`;
  return [{ code: 'E_CONFIG_POLICY_TIMEOUT', path: policyTimeout, message, hint }];
}

function toolProblems(tool: ConfigDocument, documents: readonly ConfigDocument[]): Problem[] {
  const path = ['spec', 'timeoutMs'];
  const timeout = numberAt(tool.value, path);
  const swarm = documents.find(
    (document) => document.kind === 'Swarm' && (timeout ?? 0) > mostOf([document]),
  );
  if (timeout === undefined || swarm === undefined) return [];
  const message = `timeoutMs ${timeout} is more than maxTimeoutMs ${mostOf([swarm])} of ${swarm.label}, which wins`;
  return [{ code: 'E_CONFIG_POLICY_TIMEOUT', severity: 'warning', path, message, hint }];
}

function mostOf(layers: readonly ConfigDocument[]): number {
  const set = layers.flatMap(({ value }) => numberAt(value, policyMost) ?? []);
  return set.length === 0 ? policyDefaults.maxTimeoutMs : Math.min(...set);
}
