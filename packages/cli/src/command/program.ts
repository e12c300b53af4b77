import { createCommand, Option, type Command } from 'commander';
import type { CommandDefinition, CommandGroup, OptionDefinition } from './command-definition.ts';
import { globalOptions } from './global-options.ts';

/** What the program is made of. */
export interface ProgramOptions {
  readonly version: string;
  readonly commands: readonly (CommandDefinition | CommandGroup)[];
  /** Called with the command that was typed. */
  readonly onCommand: (definition: CommandDefinition, typed: TypedCommand) => Promise<void>;
  /** Told the text of a help page, or of the version. */
  readonly onHelp: (text: string) => void;
}

const about = {
  summary: 'gdn runs swarms of agents and their tools.',
  examples: [
    'gdn run . --input "what is 2+3*4?"',
    'gdn validate',
    'gdn tool list',
    "gdn tool call calculator__evaluate --arg expression='6*7'",
  ],
};

/** A command as it was typed. */
interface TypedCommand {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Commander set up to throw instead of exiting, to print nothing by itself, and to take global flags before and after the command. */
export function createProgram(options: ProgramOptions): Command {
  const program = createCommand('gdn')
    .version(options.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ subcommandTerm: (command) => [command.name(), ...operandsOf(command)].join(' ') })
    .configureOutput({ writeOut: options.onHelp, writeErr: options.onHelp, outputError: () => {} });
  describe(program, about);
  for (const entry of options.commands) {
    if (!('commands' in entry)) addCommand(program, entry, options.onCommand);
    else {
      const group = program.command(entry.name).helpCommand(false);
      describe(group, entry);
      for (const definition of entry.commands) addCommand(group, definition, options.onCommand);
    }
  }
  return program;
}

function operandsOf(command: Command): string[] {
  const names = command.registeredArguments.map((operand) => {
    const name = operand.variadic ? `${operand.name()}...` : operand.name();
    return operand.required ? `<${name}>` : `[${name}]`;
  });
  return command.commands.length > 0 ? ['<command>'] : names;
}

function addCommand(
  parent: Command,
  definition: CommandDefinition,
  onCommand: ProgramOptions['onCommand'],
): void {
  const command = parent.command(definition.name, { hidden: definition.isHidden ?? false });
  for (const [name, description] of definition.operands ?? []) command.argument(name, description);
  for (const option of definition.options ?? []) command.addOption(toOption(option));
  describe(command, definition);
  command.action(() => onCommand(definition, { operands: command.args, options: command.optsWithGlobals() }));
}

function describe(command: Command, about: { summary: string; examples: readonly string[] }): void {
  command.description(about.summary);
  for (const option of globalOptions) command.addOption(toOption(option));
  const lines = about.examples.map((example) => `  $ ${example}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

function toOption({ flags, description, choices, isRepeatable, isHidden }: OptionDefinition): Option {
  const option = new Option(flags, description).hideHelp(isHidden ?? false);
  if (choices !== undefined) option.choices(choices);
  if (isRepeatable === true) {
    option.argParser<readonly string[] | undefined>((value, previous = []) => [...previous, value]);
  }
  return option;
}
