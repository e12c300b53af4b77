import { resolve } from 'node:path';
import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';

/** `gdn __complete -- WORDS`: what shells ask while somebody types. Quick, and never fails. */
export const complete: CommandDefinition = {
  name: '__complete',
  summary: 'Say what can stand in the place of the last word',
  operands: [['[words...]', 'what was typed, the word being typed last']],
  examples: ["gdn __complete -- tool call ''"],
  isHidden: true,
  run: async ({ operands, cwd }) => {
    const { allCommands } = await import('../commands.ts');
    const { completeWords } = await import('../completion/complete-words.ts');
    const at = operands.findIndex((word) => word === '-C' || word === '--directory');
    const directory = resolve(cwd, at === -1 ? '.' : (operands[at + 1] ?? '.'));
    const candidates = await completeWords(operands, {
      commands: await allCommands(),
      surroundings: { directory },
    });
    const lines = candidates.map(({ value, about }) => (about === undefined ? value : `${value}\t${about}`));
    return {
      exitCode: exitCodes.ok,
      json: candidates,
      ...(lines.length === 0 ? {} : { text: lines.join('\n') }),
    };
  },
};
