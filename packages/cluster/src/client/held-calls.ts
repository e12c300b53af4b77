import { parseJson } from '@goondan/core';
import { shape } from '@goondan/runtime/engine';
import type { ServiceNames } from '../service/service-names.ts';
import { handleRecordSchema } from '../service/wire.ts';
import { queryCluster, quoted } from './admin.ts';
import type { ClusterAddress } from './cluster-http.ts';
import { eventsOfInvocations, ofSwarm } from './invocations.ts';

/** A call that waits for a person. */
export interface HeldCall extends Pick<
  shape.Infer<typeof handleRecordSchema>,
  'owner' | 'about' | 'createdAt'
> {
  readonly handle: string;
  /** Empty where the event of its turn names none. */
  readonly traceId: string;
}

interface Claim {
  readonly handle: string;
  /** The invocation of the turn whose call it is. */
  readonly claimedBy: string;
}

const entrySchema = shape.object({ id: shape.string(), entry: shape.string() });
const calledSchema = shape.object({
  invocation_id: shape.string(),
  invocation_target: shape.object({
    VirtualObject: shape.object({ name: shape.string(), key: shape.string(), handler: shape.string() }),
  }),
});
const commandSchema = shape.object({
  Command: shape.union([shape.object({ Call: calledSchema }), shape.object({ OneWayCall: calledSchema })]),
});
/** Once it is claimed, a handle is busy with its answer alone: for as long as no worker takes that up. */
const answeredSchema = shape.object({ handle: shape.string() });
const valueSchema = shape.object({ handle: shape.string(), key: shape.string(), value: shape.string() });

/**
 * The calls that wait for persons in these turns, in those that they stand behind, and in all turns that follow from them. They are found by the journals of turns that are
 * open: what it costs does not depend on what else the cluster holds.
 */
export async function heldCalls(
  cluster: ClusterAddress,
  names: ServiceNames,
  invocationIds: readonly string[],
): Promise<HeldCall[]> {
  const claims = await claimsOf(cluster, names, invocationIds);
  if (claims.length === 0) return [];
  const isOne = `service_name = ${quoted(names.handles)} and service_key in (${listed(claims.map(({ handle }) => handle))})`;
  // Asked first: an answer that is taken up between the two questions is seen by one of them.
  const answered = await queryCluster(
    cluster,
    `select service_key as handle from sys_keyed_service_status where ${isOne}`,
    answeredSchema,
  );
  const rows = await queryCluster(
    cluster,
    `select service_key as handle, key, value_utf8 as value from state where ${isOne}`,
    valueSchema,
  );
  const settled = new Set(
    [...answered, ...rows.filter(({ key }) => key === 'completion')].map(({ handle }) => handle),
  );
  const events = await eventsOfInvocations(cluster, [...new Set(claims.map(({ claimedBy }) => claimedBy))]);
  return claims.flatMap(({ handle, claimedBy }) => {
    const found = rows.find((row) => row.handle === handle && row.key === 'record');
    if (found === undefined || settled.has(handle)) return [];
    const { kind, owner, about, createdAt } = handleRecordSchema.parse(parseJson(found.value));
    const traceId = events.get(claimedBy)?.traceId ?? '';
    return kind === 'held' ? [{ handle, owner, about, createdAt, traceId }] : [];
  });
}

/** The handles that these turns have taken, and those that follow from them. */
async function claimsOf(
  cluster: ClusterAddress,
  names: ServiceNames,
  invocationIds: readonly string[],
): Promise<Claim[]> {
  const claims: Claim[] = [];
  const seen = new Set([...invocationIds, ...(await turnsInFront(cluster, names, invocationIds))]);
  let next = [...seen];
  while (next.length > 0) {
    const entries = await queryCluster(
      cluster,
      `select id, entry_lite_json as entry from sys_journal
       where id in (${listed(next)}) and entry_type in ('Command: Call', 'Command: OneWayCall')`,
      entrySchema,
    );
    next = [];
    for (const { id, entry } of entries) {
      const called = calledIn(entry);
      if (called === undefined) continue;
      const { name, key, handler } = called.invocation_target.VirtualObject;
      if (name === names.handles && handler === 'claim') claims.push({ handle: key, claimedBy: id });
      if (!name.startsWith(names.agents) || handler !== 'turn' || seen.has(called.invocation_id)) continue;
      seen.add(called.invocation_id);
      next.push(called.invocation_id);
    }
  }
  return claims;
}

const targetSchema = shape.object({ service: shape.string(), key: shape.string() });
const idSchema = shape.object({ id: shape.string() });

/** The turns that those of these have to wait for that have not begun. */
async function turnsInFront(
  cluster: ClusterAddress,
  names: ServiceNames,
  invocationIds: readonly string[],
): Promise<string[]> {
  if (invocationIds.length === 0) return [];
  const targets = await queryCluster(
    cluster,
    `select target_service_name as service, target_service_key as key from sys_invocation
     where id in (${listed(invocationIds)}) and status = 'pending'`,
    targetSchema,
  );
  const found: string[] = [];
  for (const { service, key } of targets) {
    const rows = await queryCluster(
      cluster,
      `select id from sys_invocation where target_service_key = ${quoted(key)}
       and target_service_name = ${quoted(service)} and ${ofSwarm(names)} and status <> 'completed'`,
      idSchema,
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** What an entry has called, if that is an object. */
function calledIn(entry: string): shape.Infer<typeof calledSchema> | undefined {
  const parsed = commandSchema.safeParse(parseJson(entry));
  if (!parsed.success) return undefined;
  const { Command: command } = parsed.data;
  return 'Call' in command ? command.Call : command.OneWayCall;
}

function listed(texts: readonly string[]): string {
  return texts.map(quoted).join(', ');
}
