import type { CommandDefinition } from '../../command/command-definition.ts';
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
  options: [{ flags: '--agent <name>', description: 'those of one agent' }],
  examples: ['gdn instance list', 'gdn instance list --agent coder --json'],
  run: async (invocation) => {
    const { inWorkspace } = await import('@goondan/runtime');
    const layout = await workspaceOf(invocation);
    const agent = invocation.options.text('agent');
    const instances = await inWorkspace(layout.folder, (view) => view.instances(agent));
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
      text: rows.length > 0 ? table(rows) : `no conversation is on record in ${layout.folder}`,
    };
  },
};
