import { clusterOptions } from '../cluster/cluster-options.ts';
import { openCluster } from '../cluster/open-cluster.ts';
import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';
import { workspaceOf } from '../place/workspace.ts';

/** `gdn cancel TURN`: ends a turn that runs, waits or was cut off. */
export const cancel: CommandDefinition = {
  name: 'cancel',
  summary: 'End a turn that runs, waits or was cut off',
  operands: [['<turn>', 'its id, as gdn run and gdn instance show print it']],
  options: [
    { flags: '--reason <text>', description: 'why, for whoever reads its outcome' },
    ...clusterOptions,
  ],
  examples: ['gdn cancel 7f3a91bc00d24e55', 'gdn cancel 7f3a91bc00d24e55 --reason "wrong branch" --json'],
  run: async (invocation) => {
    const { operands, options } = invocation;
    const [turnId = ''] = operands;
    const reason = options.text('reason') ?? 'it was cancelled from the command line';
    const cluster = await openCluster(invocation);
    if (cluster !== undefined) {
      const isCancelled = await cluster.engine.cancel(turnId, reason);
      // One that has ended is known; of any other this says so.
      if (!isCancelled) await cluster.engine.attach(turnId);
      const json = { turnId, cancelled: isCancelled };
      return { exitCode: exitCodes.ok, json, text: textOf(turnId, isCancelled) };
    }
    const layout = await workspaceOf(invocation);
    const { findServer } = await import('../serve/server-client.ts');
    const server = await findServer(layout.folder);
    if (server !== undefined) {
      const json = await server.call('POST', `/turns/${encodeURIComponent(turnId)}/cancel`, { reason });
      const { isRecord } = await import('@goondan/core/basics');
      const isCancelled = isRecord(json) && json['cancelled'] === true;
      return { exitCode: exitCodes.ok, json, text: textOf(turnId, isCancelled) };
    }
    const { cancelOffline } = await import('@goondan/runtime/inspect');
    const cancelled = await cancelOffline(layout, turnId, reason);
    const later = cancelled ? '; it ends with gdn run --resume, or when its bundle is served again' : '';
    return {
      exitCode: exitCodes.ok,
      json: { turnId, cancelled },
      text: `${textOf(turnId, cancelled)}${later}`,
    };
  },
};

function textOf(turnId: string, isCancelled: boolean): string {
  return isCancelled ? `cancelled turn ${turnId}` : `turn ${turnId} had ended before`;
}
