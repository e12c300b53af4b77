import { clusterOptions } from '../cluster/cluster-options.ts';
import { clusterPlaceOf } from '../cluster/cluster-place.ts';
import type { CommandDefinition } from '../command/command-definition.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { terminalText } from '../output/terminal-text.ts';
import { workspaceOf } from '../place/workspace.ts';

const usualLines = 100;

/** `gdn logs`: the last lines of what agents have logged. */
export const logs: CommandDefinition = {
  name: 'logs',
  summary: 'Print the last lines that agents have logged',
  options: [
    { flags: '--agent <name>', description: 'those of one agent (default: all)' },
    { flags: '--lines <number>', description: `how many of each agent (default: ${usualLines})` },
    ...clusterOptions.map((option) => ({ ...option, isHidden: true })),
  ],
  examples: ['gdn logs', 'gdn logs --agent coder --lines 20', 'gdn logs --json'],
  run: async (invocation) => {
    if ((await clusterPlaceOf(invocation)) !== undefined)
      throw new UsageError(
        'a cluster keeps no logs: each worker prints what its agents log',
        'Read the output of gdn worker where it runs (journalctl, kubectl logs); gdn trace shows what a turn did. For logs of this machine unset GOONDAN_INGRESS and GOONDAN_ADMIN.',
      );
    const { agentLogs } = await import('../place/agent-logs.ts');
    const { options } = invocation;
    const agent = options.text('agent');
    const layout = await workspaceOf(invocation);
    const found = await agentLogs(layout, { agent, lines: Math.ceil(options.amount('lines') ?? usualLines) });
    const isLone = found.length === 1;
    const text = found
      .flatMap(({ agent: name, lines }) => lines.map((line) => (isLone ? line : `${name}  ${line}`)))
      .join('\n');
    const whose = agent === undefined ? 'no agent' : `agent '${agent}'`;
    const none = `${whose} has ${agent === undefined ? '' : 'not '}logged anything in ${layout.folder}`;
    return { exitCode: exitCodes.ok, json: found, text: text === '' ? none : terminalText(text) };
  },
};
