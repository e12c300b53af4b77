import type { JsonValue } from '@goondan/core';
import type { AgentJournal } from '../engine/local/agent-journal.ts';
import type { Address } from '../engine/turn-context.ts';
import { grantId, grantsKey, grantsSchema, type Grant } from '../turn/grants.ts';

/** What a person has allowed for good in one instance, as it is shown. */
export interface GrantView extends Address, Grant {
  /** What it is revoked by. */
  readonly grant: string;
}

/** The grants of an instance, the oldest first. */
export async function grantsOf(journal: AgentJournal, address: Address): Promise<GrantView[]> {
  return grantsIn(await journal.stateOf(address.instanceKey), address);
}

/** The same, from the values of the instance. */
export function grantsIn(values: ReadonlyMap<string, JsonValue>, address: Address): GrantView[] {
  const { agent, instanceKey } = address;
  return kept(values).map((grant) => ({ grant: grantId(address, grant), agent, instanceKey, ...grant }));
}

/** The same as they are kept. */
export async function keptGrants(journal: AgentJournal, instanceKey: string): Promise<Grant[]> {
  return kept(await journal.stateOf(instanceKey));
}

function kept(values: ReadonlyMap<string, JsonValue>): Grant[] {
  const value = values.get(grantsKey);
  return value === undefined ? [] : grantsSchema.parse(value);
}
