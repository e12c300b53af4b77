import { clusterOptions, workerWaitOption } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn policy revoke GRANT`: takes back what a person has allowed for good; such calls are asked about again (POL-4). */
export const policyRevoke: CommandDefinition = {
  name: 'revoke',
  summary: 'Take back what was allowed for good: such calls wait for a person again',
  operands: [['<grant>', 'as gdn policy grants prints it']],
  options: [workerWaitOption, ...clusterOptions],
  examples: ['gdn policy revoke g-1c0ffee5e1f7', 'gdn policy revoke g-1c0ffee5e1f7 --json'],
  run: async (invocation) => {
    const { findServer } = await import('../../serve/server-client.ts');
    const { isRecord } = await import('@goondan/core/basics');
    const [grant = ''] = invocation.operands;
    const cluster = await openCluster(invocation);
    if (cluster !== undefined) {
      const { revokeInCluster } = await import('../../cluster/revoke-in-cluster.ts');
      return revokeInCluster(cluster, invocation, grant);
    }
    const layout = await workspaceOf(invocation);
    const server = await findServer(layout.folder);
    if (server === undefined) {
      const { revokeOffline } = await import('@goondan/runtime/inspect');
      await revokeOffline(layout, grant);
      return { exitCode: exitCodes.ok, json: { grant, status: 'revoked' }, text: `revoked ${grant}` };
    }
    const json = await server.call('DELETE', `/grants/${encodeURIComponent(grant)}`);
    const isQueued = isRecord(json) && json['status'] === 'queued';
    const text = isQueued
      ? `${grant} is revoked once the turns of its conversation that have begun are over`
      : `revoked ${grant}`;
    return { exitCode: exitCodes.ok, json, text };
  },
};
