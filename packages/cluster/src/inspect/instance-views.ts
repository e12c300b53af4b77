import { parseJson, type JsonValue } from '@goondan/core';
import type { Address, GrantView, InstanceDetail, InstanceView } from '@goondan/runtime';
import { extensionKeysIn, grantsIn, messagesIn, shape } from '@goondan/runtime/engine';
import { queryCluster, quoted } from '../client/admin.ts';
import { asOpenTurns, ofSwarm, openInvocations } from '../client/invocations.ts';
import type { Inspected } from './inspected.ts';

const valueSchema = shape.object({
  service: shape.string(),
  instanceKey: shape.string(),
  key: shape.string(),
  value: shape.string(),
});
const turnsSchema = shape.object({
  service: shape.string(),
  instanceKey: shape.string(),
  open: shape.number(),
  finished: shape.number(),
  last: shape.string().exactOptional(),
});
const finishedSchema = shape.object({ turnId: shape.string() });

/** Every instance of a swarm, of all agents or of one, by name. */
export async function instanceViews(inspected: Inspected, agent?: string): Promise<InstanceView[]> {
  const values = await valuesOf(inspected, agent === undefined ? {} : { agent });
  const turns = await turnsOf(inspected, agent);
  const addresses = new Map([...values, ...turns].map(([id, { address }]) => [id, address]));
  const views: InstanceView[] = [];
  for (const [id, address] of addresses) {
    const known = turns.get(id);
    views.push({
      ...address,
      openTurns: known?.open ?? 0,
      finishedTurns: known?.finished ?? 0,
      messages: (await messagesIn(values.get(id)?.values ?? new Map())).length,
      lastActivityAt: known?.last ?? null,
    });
  }
  return views.toSorted(
    (one, other) => one.agent.localeCompare(other.agent) || one.instanceKey.localeCompare(other.instanceKey),
  );
}

/** One instance with its conversation. */
export async function instanceDetail(inspected: Inspected, address: Address): Promise<InstanceDetail> {
  const { cluster, names } = inspected;
  const { agent, instanceKey } = address;
  const isIts = (one: { readonly service: string; readonly key: string }): boolean =>
    one.service === names.agent(agent) && one.key === instanceKey;
  const open = await asOpenTurns(cluster, names, (await openInvocations(cluster, names)).filter(isIts));
  const rows = await queryCluster(
    cluster,
    `select idempotency_key as "turnId" from sys_invocation
     where target_service_name = ${quoted(names.agent(agent))} and target_service_key = ${quoted(instanceKey)}
     and target_handler_name = 'turn' and status = 'completed' order by completed_at`,
    finishedSchema,
  );
  const finished = new Set(rows.map(({ turnId }) => turnId));
  // Last: what the turns have said that are told as finished is there.
  const [found] = (await valuesOf(inspected, address)).values();
  const values = found?.values ?? new Map<string, JsonValue>();
  return {
    agent,
    instanceKey,
    messages: await messagesIn(values),
    // One that has ended between the questions is told once.
    openTurns: open.flatMap(({ turnId, event, acceptedAt, isBegun }) =>
      finished.has(turnId)
        ? []
        : [{ turnId, type: event.type, acceptedAt: new Date(acceptedAt).toISOString(), isBegun }],
    ),
    finishedTurns: [...finished],
    extensionState: extensionKeysIn(values),
  };
}

/** What persons have allowed for good, in all instances. */
export async function grantViews(inspected: Inspected): Promise<GrantView[]> {
  const instances = await valuesOf(inspected, {});
  return [...instances.values()].flatMap(({ address, values }) => grantsIn(values, address));
}

interface InstanceValues {
  readonly address: Address;
  readonly values: ReadonlyMap<string, JsonValue>;
}

async function valuesOf(
  { cluster, names }: Inspected,
  { agent, instanceKey }: Partial<Address>,
): Promise<Map<string, InstanceValues>> {
  const service =
    agent === undefined
      ? `starts_with(service_name, ${quoted(names.agents)})`
      : `service_name = ${quoted(names.agent(agent))}`;
  const one = instanceKey === undefined ? '' : ` and service_key = ${quoted(instanceKey)}`;
  const rows = await queryCluster(
    cluster,
    `select service_name as service, service_key as "instanceKey", key, value_utf8 as value
     from state where ${service}${one}`,
    valueSchema,
  );
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.service, row.instanceKey]));
  return new Map(
    Array.from(groups, ([id, own]) => [
      id,
      {
        address: {
          agent: names.agentOf(own[0]?.service ?? '') ?? '',
          instanceKey: own[0]?.instanceKey ?? '',
        },
        values: new Map(own.map(({ key, value }) => [key, parseJson(value)])),
      },
    ]),
  );
}

interface InstanceTurns {
  readonly address: Address;
  readonly open: number;
  readonly finished: number;
  readonly last?: string;
}

async function turnsOf({ cluster, names }: Inspected, agent?: string): Promise<Map<string, InstanceTurns>> {
  const one = agent === undefined ? '' : ` and target_service_name = ${quoted(names.agent(agent))}`;
  const rows = await queryCluster(
    cluster,
    `select target_service_name as service, target_service_key as "instanceKey",
     sum(case when status = 'completed' then 0 else 1 end) as open,
     sum(case when status = 'completed' then 1 else 0 end) as finished,
     max(coalesce(completed_at, created_at)) as last
     from sys_invocation where ${ofSwarm(names)}${one} group by target_service_name, target_service_key`,
    turnsSchema,
  );
  return new Map(
    rows.map(({ service, instanceKey, ...rest }) => [
      JSON.stringify([service, instanceKey]),
      { address: { agent: names.agentOf(service) ?? '', instanceKey }, ...rest },
    ]),
  );
}
