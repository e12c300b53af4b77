import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { ago } from '../../output/ago.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { handlesFolderOf } from '../../place/handles-folder.ts';

/** `gdn handle list`: every handle of the state root with how it stands. */
export const handleList: CommandDefinition = {
  name: 'list',
  summary: 'List the calls that wait for an outcome or a person, in all workspaces',
  options: [{ flags: '--all', description: 'those that are completed too' }, ...clusterOptions],
  examples: ['gdn handle list', 'gdn handle list --all --json'],
  run: async (invocation) => {
    const { listHandles } = await import('@goondan/runtime/inspect');
    const cluster = await openCluster(invocation);
    const all = await (cluster?.view.handles() ?? listHandles(handlesFolderOf(invocation)));
    const isShown = (status: string): boolean => status === 'pending' || status === 'held';
    const handles = invocation.options.flag('all') ? all : all.filter(({ status }) => isShown(status));
    const rows = handles.map(({ handle, status, agentName, instanceKey, toolName, createdAt }) =>
      [handle, status, `${agentName}/${instanceKey}`, toolName, ago(createdAt)].map(terminalText),
    );
    return {
      exitCode: exitCodes.ok,
      json: handles,
      text: rows.length > 0 ? table(rows) : 'nothing waits',
    };
  },
};
