import { resolve } from 'node:path';
import { importModule } from '@goondan/core';
import { z } from 'zod';

const optionSchema = z.object({
  flags: z.string(),
  description: z.string(),
  choices: z.array(z.string()).optional(),
  isRepeatable: z.boolean().optional(),
  isHidden: z.boolean().optional(),
});

const commandSchema = z.object({
  name: z.string(),
  summary: z.string(),
  operands: z.array(z.tuple([z.string(), z.string()])).optional(),
  options: z.array(optionSchema).optional(),
  examples: z.array(z.string()),
  isHidden: z.boolean().optional(),
});

const groupSchema = z.object({ name: z.string(), summary: z.string(), commands: z.array(commandSchema) });

/** A flag as the command line defines it. */
export type OptionEntry = z.infer<typeof optionSchema>;
/** A command as the command line defines it. */
export type CommandEntry = z.infer<typeof commandSchema>;

/** All that can be typed. */
export interface CommandLine {
  /** Each with all its words, such as `tool call`; hidden ones are left out. */
  readonly commands: readonly CommandEntry[];
  readonly globalOptions: readonly OptionEntry[];
  /** Exit codes by name. */
  readonly exitCodes: Readonly<Record<string, number>>;
}

/** Reads the definitions of the command line from its sources. */
export async function readCommandLine(folder: string): Promise<CommandLine> {
  const entries = z
    .array(z.union([groupSchema, commandSchema]))
    .parse(await resultOf(`${folder}/commands.ts`, 'allCommands'));
  const commands = entries.flatMap((entry) =>
    'commands' in entry
      ? entry.commands.map((command) => ({ ...command, name: `${entry.name} ${command.name}` }))
      : [entry],
  );
  return {
    commands: commands.filter(({ isHidden }) => isHidden !== true),
    globalOptions: z
      .array(optionSchema)
      .parse(await exportOf(`${folder}/command/global-options.ts`, 'globalOptions')),
    exitCodes: z.record(z.string(), z.number()).parse(await exportOf(`${folder}/exit-code.ts`, 'exitCodes')),
  };
}

/** What an exported function of no arguments comes to. */
async function resultOf(file: string, name: string): Promise<unknown> {
  const found = await exportOf(file, name);
  if (typeof found !== 'function') throw new Error(`${file} exports no function ${name}`);
  return Reflect.apply(found, undefined, []);
}

async function exportOf(file: string, name: string): Promise<unknown> {
  const module = await importModule(resolve(file));
  if (module.status === 'failed') throw new Error(`${file}: ${module.message}`);
  return module.exports[name];
}
