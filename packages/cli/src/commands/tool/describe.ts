import type { ToolCatalogItem } from '@goondan/core';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { openBundle } from '../../place/open-bundle.ts';

/** `gdn tool describe NAME`: all that is known of one tool, and a command that calls it. */
export const toolDescribe: CommandDefinition = {
  name: 'describe',
  summary: 'Say what a tool does, what it takes and gives, and how to call it',
  operands: [['<name>', 'the full name, such as calculator__evaluate']],
  options: [{ flags: '--agent <name>', description: 'the agent (default: the entry agent)' }],
  examples: ['gdn tool describe calculator__evaluate', 'gdn tool describe agents__request --json'],
  run: async (invocation) => {
    const { operands, options, output, env } = invocation;
    const [name = ''] = operands;
    const bundleRoot = await bundleRootOf(invocation);
    const swarm = await openBundle(invocation, bundleRoot);
    try {
      const { declaredTools, stockItem } = await import('../../tool/declared-tools.ts');
      const { toolDetails } = await import('../../tool/tool-details.ts');
      const { detailsText } = await import('../../tool/details-text.ts');
      const agent = await agentNameOf(swarm, options.text('agent'));
      const registered = await swarm.registryOf(agent);
      const item =
        registered.find((one) => one.name === name) ??
        (await stockItem(name)) ??
        (await notFound(name, registered));
      const catalog = await swarm.catalogOf(agent);
      const details = toolDetails(item, {
        isInCatalog: catalog.some((one) => one.name === name),
        declared: await declaredTools(bundleRoot, env),
      });
      return { exitCode: exitCodes.ok, json: details, text: detailsText(details, output.isColored) };
    } finally {
      await swarm.close();
    }
  },
};

async function notFound(name: string, registered: readonly ToolCatalogItem[]): Promise<never> {
  const { GoondanError, nearest } = await import('@goondan/core/basics');
  const names = registered.map((item) => item.name);
  const near = names.find((full) => full.startsWith(`${name}__`)) ?? nearest(name, names);
  throw new GoondanError('E_TOOL_NOT_FOUND', `there is no tool '${name}'`, {
    suggestion: near === undefined ? 'gdn tool list --all shows all there are.' : `Did you mean '${near}'?`,
  });
}
