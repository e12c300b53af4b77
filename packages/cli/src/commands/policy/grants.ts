import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { table } from '../../output/table.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { workspaceOf } from '../../place/workspace.ts';

/** `gdn policy grants`: what persons have allowed for good, in which conversation, and by which name it is revoked (POL-4). */
export const policyGrants: CommandDefinition = {
  name: 'grants',
  summary: 'List what persons have allowed for good',
  examples: ['gdn policy grants', 'gdn policy grants -C examples/approvals --json'],
  run: async (invocation) => {
    const { inWorkspace } = await import('@goondan/runtime');
    const { grantText } = await import('../../policy/grant-text.ts');
    const layout = await workspaceOf(invocation);
    const grants = await inWorkspace(layout.folder, (view) => view.grants());
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
