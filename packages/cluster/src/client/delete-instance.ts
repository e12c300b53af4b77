import { GoondanError } from '@goondan/core';
import type { Address } from '@goondan/runtime';
import { shape } from '@goondan/runtime/engine';
import { serviceNames } from '../service/service-names.ts';
import { queryCluster, quoted } from './admin.ts';
import { askCluster, refused, type ClusterAddress } from './cluster-http.ts';

const turnSchema = shape.object({ id: shape.string(), turnId: shape.string(), status: shape.string() });
const keySchema = shape.object({ key: shape.string() });
const lookEveryMs = 50;
const longestMs = 10_000;

/**
 * Takes an instance away: conversation, values and turns; says how many turns. It needs no worker, and what workers keep in folders stays. Refuses one with
 * open turns unless `isForced`: then they are ended as they are. Throws `E_AGENT_INSTANCE_OPEN`, `E_CLUSTER_*`.
 */
export async function deleteInstance(
  { cluster, namespace }: { readonly cluster: ClusterAddress; readonly namespace: string },
  { agent, instanceKey }: Address,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<{ readonly turns: number }> {
  const service = serviceNames(namespace).agent(agent);
  const turns = () =>
    queryCluster(
      cluster,
      `select id, idempotency_key as "turnId", status from sys_invocation
       where target_service_name = ${quoted(service)} and target_service_key = ${quoted(instanceKey)}
       and target_handler_name = 'turn'`,
      turnSchema,
    );
  const keys = () =>
    queryCluster(
      cluster,
      `select key from state where service_name = ${quoted(service)} and service_key = ${quoted(instanceKey)}`,
      keySchema,
    );
  const known = await turns();
  const open = known.filter(isOpen);
  if (open.length > 0 && !isForced) {
    const ids = open.map(({ turnId }) => turnId).join(', ');
    const message = `The instance '${instanceKey}' of '${agent}' has turns that have not ended: ${ids}.`;
    throw new GoondanError('E_AGENT_INSTANCE_OPEN', message);
  }
  for (const { id } of open) await changed(cluster, `invocations/${id}/kill`, { method: 'PATCH' });
  await until(async () => !(await turns()).some(isOpen), 'The turns of the instance do not end');
  await changed(cluster, `services/${encodeURIComponent(service)}/state`, {
    method: 'POST',
    body: { object_key: instanceKey, new_state: {} },
  });
  await until(async () => (await keys()).length === 0, 'The conversation is still there');
  for (const { id } of await turns()) await changed(cluster, `invocations/${id}/purge`, { method: 'PATCH' });
  return { turns: known.length };
}

function isOpen({ status }: shape.Infer<typeof turnSchema>): boolean {
  return status !== 'completed';
}

async function changed(
  cluster: ClusterAddress,
  path: string,
  request: Pick<NonNullable<Parameters<typeof askCluster>[2]>, 'method' | 'body'>,
): Promise<void> {
  const answer = await askCluster(cluster, `${cluster.adminUrl}/${path}`, request);
  // What is gone already need not be taken away.
  if (answer.status >= 300 && answer.status !== 404) throw refused('The instance was not deleted', answer);
}

/** The cluster does it in its own time. */
async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  const limit = Date.now() + longestMs;
  while (!(await isDone())) {
    if (Date.now() > limit) throw new GoondanError('E_CLUSTER_REFUSED', `${otherwise}: try again.`);
    await Bun.sleep(lookEveryMs);
  }
}
