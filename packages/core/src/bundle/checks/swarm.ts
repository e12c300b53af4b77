import { parseRef } from '../../resource/parse-ref.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Problem } from '../finding.ts';
import { itemsAt, valueAt } from '../raw-value.ts';

/** The entry agent of a Swarm is one of its agents, and every Agent belongs to some Swarm. */
export function checkSwarm(document: ConfigDocument, { documents, declared }: CheckContext): Problem[] {
  if (document.kind === 'Swarm') return entryProblems(document, declared);
  if (document.kind === 'Agent') return strayProblems(document, documents);
  return [];
}

/** The Swarms a document's agent belongs to. */
export function swarmsOf(agent: ConfigDocument, documents: readonly ConfigDocument[]): ConfigDocument[] {
  return documents.filter(
    (document) => document.kind === 'Swarm' && agentNames(document).includes(agent.name),
  );
}

function agentNames(swarm: ConfigDocument): (string | undefined)[] {
  return itemsAt(swarm.value, ['spec', 'agents']).map(({ value }) => parseRef(value, 'Agent')?.name);
}

function entryProblems(swarm: ConfigDocument, declared: ReadonlySet<string>): Problem[] {
  const path = ['spec', 'entryAgent'];
  const entry = parseRef(valueAt(swarm.value, path), 'Agent')?.name;
  // An agent that does not exist at all is reported as a ref.
  if (entry === undefined || !declared.has(`Agent/${entry}`) || agentNames(swarm).includes(entry)) return [];
  const hint = `add Agent/${entry} to agents`;
  return [
    {
      code: 'E_CONFIG_SWARM_ENTRY',
      path,
      message: `entryAgent ${entry} is not one of the agents of ${swarm.label}`,
      hint,
    },
  ];
}

function strayProblems(agent: ConfigDocument, documents: readonly ConfigDocument[]): Problem[] {
  if (agent.name === undefined || swarmsOf(agent, documents).length > 0) return [];
  return [
    {
      code: 'E_CONFIG_AGENT_STRAY',
      severity: 'warning',
      path: ['metadata', 'name'],
      message: `${agent.label} is in no swarm`,
      hint: 'add it to agents of a Swarm',
    },
  ];
}
