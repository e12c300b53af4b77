import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { count } from '../../output/duration.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn instance delete KEY`: takes a conversation away for good, while nothing runs. */
export const instanceDelete: CommandDefinition = {
  name: 'delete',
  summary: 'Delete a conversation, its turns and its folder; nothing may run meanwhile',
  operands: [['<key>', 'the instance key']],
  options: [
    { flags: '--agent <name>', description: 'the agent (default: the only one with that key)' },
    { flags: '--force', description: 'also when turns of it have not ended' },
    ...clusterOptions,
  ],
  examples: ['gdn instance delete alice', 'gdn instance delete alice --agent coder --force --json'],
  run: async (invocation) => {
    const { deleteInstance, inWorkspace } = await import('@goondan/runtime/inspect');
    const { namedInstance } = await import('../../place/named-instance.ts');
    const { operands, options } = invocation;
    const [key = ''] = operands;
    const isForced = options.flag('force');
    const cluster = await openCluster(invocation);
    if (cluster !== undefined) {
      const found = await namedInstance(cluster.view, key, options.text('agent'));
      const { turns } = await cluster.deleteInstance(found, { isForced });
      return {
        exitCode: exitCodes.ok,
        json: { ...found, deleted: true, turns },
        text: `deleted ${found.agent}/${key} with ${count(turns, 'turn')}; its folders on workers stay`,
      };
    }
    const layout = await workspaceOf(invocation);
    const address = await inWorkspace(layout.folder, (view) =>
      namedInstance(view, key, options.text('agent')),
    );
    const { turns } = await deleteInstance(layout, address, { isForced });
    return {
      exitCode: exitCodes.ok,
      json: { ...address, deleted: true, turns },
      text: `deleted ${address.agent}/${key} with ${count(turns, 'turn')}`,
    };
  },
};
