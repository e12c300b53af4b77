import type { GrantView } from '@goondan/runtime';
import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import type { Invocation } from '../../command/invocation.ts';
import { exitCodes } from '../../exit-code.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn policy grants`: what persons have allowed for good, in which conversation, and by which name it is revoked (POL-4). */
export const policyGrants: CommandDefinition = {
  name: 'grants',
  summary: 'List what persons have allowed for good',
  options: clusterOptions,
  examples: ['gdn policy grants', 'gdn policy grants -C examples/approvals --json'],
  run: async (invocation) => {
    const { grantText } = await import('../../policy/grant-text.ts');
    const cluster = await openCluster(invocation);
    const grants = await (cluster === undefined ? grantsHere(invocation) : cluster.view.grants());
    const rows = grants.map((view) =>
      [view.grant, `${view.agent}/${view.instanceKey}`, grantText(view)].map(terminalText),
    );
    return {
      exitCode: exitCodes.ok,
      json: grants,
      text: rows.length > 0 ? table(rows) : 'nothing is allowed for good',
    };
  },
};

async function grantsHere(invocation: Invocation): Promise<readonly GrantView[]> {
  const { inWorkspace } = await import('@goondan/runtime/inspect');
  const { folder } = await workspaceOf(invocation);
  return inWorkspace(folder, (view) => view.grants());
}
