import type { InstanceDetail, WorkspaceView } from '@goondan/runtime';
import { clusterOptions } from '../../cluster/cluster-options.ts';
import { openCluster } from '../../cluster/open-cluster.ts';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { ago } from '../../output/ago.ts';
import { terminalText } from '../../output/terminal-text.ts';
import type { InstanceSource } from '../../place/named-instance.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn instance show KEY`: one conversation with its messages and open turns. */
export const instanceShow: CommandDefinition = {
  name: 'show',
  summary: 'Show one conversation: its messages, open turns and what extensions keep',
  operands: [['<key>', 'the instance key']],
  options: [
    { flags: '--agent <name>', description: 'the agent (default: the only one with that key)' },
    ...clusterOptions,
  ],
  examples: ['gdn instance show default', 'gdn instance show alice --agent coder --json'],
  run: async (invocation) => {
    const { inWorkspace } = await import('@goondan/runtime/inspect');
    const { namedInstance } = await import('../../place/named-instance.ts');
    const [key = ''] = invocation.operands;
    const agent = invocation.options.text('agent');
    const detailIn = async (
      view: Pick<WorkspaceView, 'instance'> & InstanceSource,
    ): Promise<InstanceDetail | undefined> => view.instance(await namedInstance(view, key, agent));
    const cluster = await openCluster(invocation);
    const detail = await (cluster === undefined
      ? inWorkspace((await workspaceOf(invocation)).folder, detailIn)
      : detailIn(cluster.view));
    if (detail === undefined) throw new Error(`the instance '${key}' was listed and is not there`);
    return { exitCode: exitCodes.ok, json: detail, text: terminalText(textOf(detail)) };
  },
};

function textOf(detail: InstanceDetail) {
  const { agent, instanceKey, workdir, messages, openTurns, finishedTurns, extensionState } = detail;
  return [
    `${agent}/${instanceKey}`,
    ...(workdir === undefined ? [] : [`works in ${workdir}`]),
    '',
    ...messages.map(({ data: { role, content } }) => `${role.padEnd(10)} ${contentText(content)}`),
    '',
    ...openTurns.map(({ turnId, type, acceptedAt, isBegun, cancelReason }) =>
      [
        `turn ${turnId}  ${type}  accepted ${ago(acceptedAt)}`,
        isBegun ? 'begun' : 'queued',
        ...(cancelReason === undefined ? [] : [`cancelled: ${cancelReason}`]),
      ].join('  '),
    ),
    `${openTurns.length} open, ${finishedTurns.length} finished`,
    ...Object.entries(extensionState).map(
      ([extension, keys]) => `Extension/${extension}: ${keys.join(', ')}`,
    ),
  ].join('\n');
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map(partText).join('\n           ');
}

function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('type' in part)) return JSON.stringify(part);
  if (part.type === 'text' && 'text' in part && typeof part.text === 'string') return part.text;
  if ('toolName' in part && typeof part.toolName === 'string') {
    const value = 'input' in part ? part.input : 'output' in part ? part.output : null;
    return `${part.type === 'tool-call' ? '→' : '←'} ${part.toolName} ${JSON.stringify(value)}`;
  }
  return JSON.stringify(part);
}
