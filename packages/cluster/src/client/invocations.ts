import type { OpenTurn } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { parseJson } from '@goondan/core';
import type { ServiceNames } from '../service/service-names.ts';
import { turnRequestSchema } from '../service/wire.ts';
import { queryCluster, quoted } from './admin.ts';
import type { ClusterAddress } from './cluster-http.ts';

const invocationSchema = shape.object({
  id: shape.string(),
  service: shape.string(),
  key: shape.string(),
  turnId: shape.string(),
  status: shape.string(),
  createdAt: shape.string(),
  retries: shape.union([shape.number(), shape.oneOf(null)]).exactOptional(),
  failure: shape.union([shape.string(), shape.oneOf(null)]).exactOptional(),
});

/** A turn as the cluster has it. */
export type TurnInvocation = shape.Infer<typeof invocationSchema>;

const columns = `id, target_service_name as service, target_service_key as key, idempotency_key as "turnId",
  status, created_at as "createdAt", retry_count as retries, last_failure as failure`;

/** The turns of a swarm that have not ended, oldest first. */
export function openInvocations(address: ClusterAddress, names: ServiceNames): Promise<TurnInvocation[]> {
  const where = `${ofSwarm(names)} and status <> 'completed'`;
  return queryCluster(
    address,
    `select ${columns} from sys_invocation where ${where} order by created_at`,
    invocationSchema,
  );
}

/**
 * A turn of a swarm by its id; undefined where it is not known any more. Where its invocation is known too, it is looked up: to find a turn by its
 * id alone the cluster goes through everything it holds.
 */
export async function findInvocation(
  address: ClusterAddress,
  names: ServiceNames,
  turn: { readonly turnId: string; readonly invocationId?: string },
): Promise<TurnInvocation | undefined> {
  const id = turn.invocationId ?? (await invocationOf(address, names, turn.turnId));
  if (id === undefined) return undefined;
  const [found] = await queryCluster(
    address,
    `select ${columns} from sys_invocation where id = ${quoted(id)}`,
    invocationSchema,
  );
  return found;
}

const idSchema = shape.object({ id: shape.string() });

/** The invocation of a turn. What its worker is doing, which is half of what there is to know of an invocation, is not gone through. */
export async function invocationOf(
  address: ClusterAddress,
  names: ServiceNames,
  turnId: string,
): Promise<string | undefined> {
  const [found] = await queryCluster(
    address,
    `select id from sys_invocation_status where ${ofSwarm(names)} and idempotency_key = ${quoted(turnId)}`,
    idSchema,
  );
  return found?.id;
}

const inputSchema = shape.object({ id: shape.string(), entry: shape.string() });
const entrySchema = shape.object({
  Command: shape.object({ Input: shape.object({ payload: shape.array(shape.number()) }) }),
});

/** Invocations as turns, with their events where the cluster tells them: of a turn that has not begun it does not. */
export async function asOpenTurns(
  address: ClusterAddress,
  names: ServiceNames,
  invocations: readonly TurnInvocation[],
): Promise<OpenTurn[]> {
  const events = await eventsOfInvocations(
    address,
    invocations.map(({ id }) => id),
  );
  return invocations.flatMap(({ id, service, key, turnId, status, createdAt }) => {
    const agent = names.agentOf(service);
    if (agent === undefined) return [];
    const event = events.get(id) ?? unknownEvent(turnId, createdAt);
    const isBegun = status !== 'pending' && status !== 'scheduled' && status !== 'ready';
    return [{ agent, instanceKey: key, turnId, event, acceptedAt: Date.parse(createdAt), isBegun }];
  });
}

/** The events of turns that have begun and not ended, by invocation. */
export async function eventsOfInvocations(
  address: ClusterAddress,
  ids: readonly string[],
): Promise<Map<string, OpenTurn['event']>> {
  if (ids.length === 0) return new Map();
  const inputs = await queryCluster(
    address,
    `select id, entry_json as entry from sys_journal where "index" = 0 and id in (${ids.map(quoted).join(', ')})`,
    inputSchema,
  );
  return new Map(
    inputs.flatMap(({ id, entry }) => {
      const event = eventOf(entry);
      return event === undefined ? [] : [[id, event]];
    }),
  );
}

/** What picks the turns of a swarm among all invocations. */
export function ofSwarm({ agents }: ServiceNames): string {
  return `starts_with(target_service_name, ${quoted(agents)}) and target_handler_name = 'turn'`;
}

function eventOf(entry: string): OpenTurn['event'] | undefined {
  const input = entrySchema.safeParse(parseJson(entry));
  if (!input.success) return undefined;
  const text = Buffer.from(input.data.Command.Input.payload).toString();
  const request = turnRequestSchema.safeParse(parseJson(text));
  return request.success ? request.data.event : undefined;
}

function unknownEvent(turnId: string, createdAt: string): OpenTurn['event'] {
  return { id: turnId, type: 'unknown', createdAt, source: { kind: 'connector', name: 'cluster' } };
}
