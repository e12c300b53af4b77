import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';

/** `gdn schema [KIND]`: the JSON Schema of goondan.yaml for editors; `gdn schema output NAME`: that of what a command prints. */
export const schema: CommandDefinition = {
  name: 'schema',
  summary: 'Print the JSON Schema of goondan.yaml, of one kind, or of the --json output of a command',
  operands: [
    ['[kind]', 'Model, Agent, Swarm, Tool, Extension, or output (default: all kinds)'],
    ['[command...]', 'after output: the command, such as tool list (default: list them)'],
  ],
  examples: ['gdn schema > .goondan/schema.json', 'gdn schema Tool', 'gdn schema output tool call'],
  run: async ({ operands: [kind, ...command] }) => {
    const { kindSchema, printedSchema } = await import('../schema/named-schema.ts');
    const json = kind === 'output' ? await printedSchema(command) : await kindSchema(kind, command);
    return { exitCode: exitCodes.ok, json, text: JSON.stringify(json, null, 2) };
  },
};
