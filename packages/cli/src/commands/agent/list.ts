import type { AgentView } from '@goondan/runtime';
import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { ago } from '../../output/ago.ts';
import { count } from '../../output/duration.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { openBundle } from '../../place/open-bundle.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn agent list`: the agents of the bundle, and what is on record of each. */
export const agentList: CommandDefinition = {
  name: 'list',
  summary: 'List the agents of a bundle and what is on record of them',
  options: clusterOptions,
  examples: ['gdn agent list', 'gdn agent list -C examples/hello --json'],
  run: async (invocation) => {
    const { inWorkspace } = await import('@goondan/runtime/inspect');
    const { folder } = await workspaceOf(invocation);
    const cluster = await openCluster(invocation);
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    const { agents: names, entryAgent } = swarm;
    await swarm.close();
    const known = await (cluster?.view.agents() ?? inWorkspace(folder, (view) => view.agents()));
    const gone = known.filter(({ agent }) => !names.includes(agent));
    const agents = [...names.map((name) => viewOf(name, known)), ...gone].map(({ agent, ...rest }) => ({
      name: agent,
      isEntry: agent === entryAgent,
      isInBundle: names.includes(agent),
      ...rest,
    }));
    const rows = agents.map(({ name, isEntry, isInBundle, instances, openTurns, lastActivityAt }) => [
      terminalText(name),
      isEntry ? 'entry' : isInBundle ? '' : 'not in the bundle',
      count(instances, 'instance'),
      `${openTurns} open`,
      ago(lastActivityAt),
    ]);
    return { exitCode: exitCodes.ok, json: agents, text: table(rows) };
  },
};

function viewOf(agent: string, known: readonly AgentView[]): AgentView {
  const none = { agent, instances: 0, openTurns: 0, finishedTurns: 0, lastActivityAt: null };
  return known.find((view) => view.agent === agent) ?? none;
}
