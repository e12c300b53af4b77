import type { RestateCluster } from '@goondan/cluster';
import { z } from 'zod';
import { queryCluster, quoted } from '../../packages/cluster/src/client/admin.ts';
import { namespace } from './namespace.ts';

const rowSchema = z.object({ id: z.string(), target: z.string(), status: z.string() });

/** Whatever the cluster still has to do for the swarm, once every turn has ended: nothing is to be left. */
export async function openWork(cluster: RestateCluster): Promise<string[]> {
  const { ingressUrl, adminUrl } = cluster.server(0);
  const question = `select id, target, status from sys_invocation
    where starts_with(target_service_name, ${quoted(`${namespace}.`)}) and status <> 'completed'`;
  const rows = await queryCluster({ ingressUrl, adminUrl }, question, rowSchema);
  return rows.map(({ id, target, status }) => `${target} is still ${status} (${id}).`);
}
