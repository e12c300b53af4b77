import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { table } from '../../output/table.ts';
import { oneLine } from '../../output/terminal-text.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { openBundle } from '../../place/open-bundle.ts';

const longestDescription = 100;

/** `gdn tool list`: what an agent's first step would show the model, or everything registered. */
export const toolList: CommandDefinition = {
  name: 'list',
  summary: 'List the tools an agent can call; without a bundle, the stock tools',
  options: [
    { flags: '--agent <name>', description: 'the agent (default: the entry agent)' },
    { flags: '--all', description: 'everything registered, not only what the agent is offered' },
  ],
  examples: ['gdn tool list', 'gdn tool list -C examples/hello --json', 'gdn tool list --agent coder --all'],
  run: async (invocation) => {
    const { options } = invocation;
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    try {
      const agent = await agentNameOf(swarm, options.text('agent'));
      const items = await (options.flag('all') ? swarm.registryOf(agent) : swarm.catalogOf(agent));
      const rows = items.map(({ name, description = '' }) => [
        name,
        oneLine(description, longestDescription),
      ]);
      const hint = options.flag('all') ? '' : ' gdn tool list --all shows everything registered.';
      return {
        exitCode: exitCodes.ok,
        json: items,
        text: rows.length > 0 ? table(rows) : `${agent} has no tools.${hint}`,
      };
    } finally {
      await swarm.close();
    }
  },
};
