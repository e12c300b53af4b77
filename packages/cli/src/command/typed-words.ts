import type { Command } from 'commander';

/** `help tool call` as `tool call --help`, so that help has one way and knows every command. */
export function helpAsFlag(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
}

/** The same words without a request for help: what `toool --help` should have been about. */
export function withoutHelp(argv: readonly string[]): readonly string[] {
  return argv.filter((word) => word !== '--help' && word !== '-h');
}

/** The command that parsed last, as far as the words were commands. */
export function reachedCommand(program: Command): Command {
  const next = program.commands.find((command) => command.name() === program.args[0]);
  return next === undefined ? program : reachedCommand(next);
}

/** Whether words are left where a command was expected. */
export function lacksCommand({ commands, args }: Command): boolean {
  return commands.length > 0 && args[0] !== undefined && !args[0].startsWith('-');
}

/** How a command is called: `gdn tool call`. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
