import { clusterHandle } from '../../cluster/answer-in-cluster.ts';
import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { ago } from '../../output/ago.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { handlesFolderOf } from '../../place/handles-folder.ts';

/** `gdn handle show HANDLE`: how it stands, what it is about and what it came to. */
export const handleShow: CommandDefinition = {
  name: 'show',
  summary: 'Show how a handle stands and what it is about',
  operands: [['<handle>', 'as it was printed, or from gdn handle list']],
  options: clusterOptions,
  examples: ['gdn handle show job-77', 'gdn handle show h-31 --json'],
  run: async (invocation) => {
    const { findHandle } = await import('@goondan/runtime/inspect');
    const [handle = ''] = invocation.operands;
    const cluster = await openCluster(invocation);
    const view = await (cluster === undefined
      ? findHandle(handlesFolderOf(invocation), handle)
      : clusterHandle(cluster, handle));
    const { status, agentName, instanceKey, turnId, toolName, toolCallId, about, createdAt, outcome } = view;
    const rows = [
      ['handle', handle],
      ['status', status],
      ['call', `${toolName} (${toolCallId}) of ${agentName}/${instanceKey}, turn ${turnId}`],
      ['since', `${createdAt} (${ago(createdAt)})`],
      ...Object.entries(about)
        .filter(([key]) => key !== 'toolName' && key !== 'toolCallId')
        .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      ...(outcome === undefined ? [] : [['outcome', JSON.stringify(outcome)]]),
    ];
    return {
      exitCode: exitCodes.ok,
      json: view,
      text: table(rows.map((row) => row.map(terminalText))),
    };
  },
};
