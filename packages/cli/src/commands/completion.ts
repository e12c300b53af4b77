import type { CommandDefinition } from '../command/command-definition.ts';
import { shells, shellScripts } from '../completion/shell-scripts.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';

/** `gdn completion SHELL`: what makes a shell complete commands, flags, and names of tools and agents. */
export const completion: CommandDefinition = {
  name: 'completion',
  summary: 'Print what makes a shell complete gdn, with names of tools and agents',
  operands: [['<shell>', shells.join(', ')]],
  examples: ['gdn completion fish | source', 'eval "$(gdn completion bash)"'],
  run: async ({ operands: [given = ''] }) => {
    const shell = shells.find((name) => name === given);
    if (shell === undefined)
      throw new UsageError(`unknown shell '${given}'`, `There are: ${shells.join(', ')}.`);
    const script = shellScripts[shell];
    return { exitCode: exitCodes.ok, json: { shell, script }, text: script };
  },
};
