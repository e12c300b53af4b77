import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { InstanceView } from '@goondan/runtime';
import type { CommandDefinition } from '../../command/command-definition.ts';
import type { Invocation } from '../../command/invocation.ts';
import { exitCodes } from '../../exit-code.ts';
import { ago } from '../../output/ago.ts';
import { count } from '../../output/duration.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn instance list`: every conversation on record. */
export const instanceList: CommandDefinition = {
  name: 'list',
  summary: 'List the conversations on record',
  options: [{ flags: '--agent <name>', description: 'those of one agent' }, ...clusterOptions],
  examples: ['gdn instance list', 'gdn instance list --agent coder --json'],
  run: async (invocation) => {
    const agent = invocation.options.text('agent');
    const cluster = await openCluster(invocation);
    const { instances, place } =
      cluster === undefined
        ? await instancesHere(invocation, agent)
        : { instances: await cluster.view.instances(agent), place: `the swarm ${cluster.namespace}` };
    const rows = instances.map((one) => [
      terminalText(one.agent),
      terminalText(one.instanceKey),
      count(one.messages, 'message'),
      `${one.openTurns} open`,
      `${one.finishedTurns} finished`,
      ago(one.lastActivityAt),
    ]);
    return {
      exitCode: exitCodes.ok,
      json: instances,
      text: rows.length > 0 ? table(rows) : `no conversation is on record in ${place}`,
    };
  },
};

async function instancesHere(
  invocation: Invocation,
  agent: string | undefined,
): Promise<{ readonly instances: readonly InstanceView[]; readonly place: string }> {
  const { inWorkspace } = await import('@goondan/runtime/inspect');
  const { folder } = await workspaceOf(invocation);
  return { instances: await inWorkspace(folder, (view) => view.instances(agent)), place: folder };
}
