import { CommanderError, type Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { CommandResult } from './command/command-definition.ts';
import { optionReader } from './command/option-reader.ts';
import { createProgram } from './command/program.ts';
import { commandPath, helpAsFlag, lacksCommand, reachedCommand, withoutHelp } from './command/typed-words.ts';
import { commandsFor } from './commands.ts';
import { failureResult } from './error/failure-result.ts';
import { stackText } from './error/stack-text.ts';
import { usageErrorOf } from './error/usage-error-of.ts';
import { UsageError } from './error/usage-error.ts';
import { exitCodes, type ExitCode } from './exit-code.ts';
import { likelyFormat, outputFormat, type OutputFormat } from './output/output-format.ts';
import { createOutput } from './output/output.ts';
import type { StandardStreams } from './output/standard-streams.ts';
import { writeResult } from './output/write-result.ts';

/** Runs what was typed and writes what came of it; never rejects. */
export async function runCommandLine(typed: readonly string[], streams: StandardStreams): Promise<ExitCode> {
  const argv = helpAsFlag(typed);
  let format: OutputFormat = likelyFormat(argv);
  let result: CommandResult = { exitCode: exitCodes.ok, json: null };
  let help = '';
  let failure: unknown;
  const program = createProgram({
    version: manifest.version,
    commands: await commandsFor(argv),
    onHelp: (text) => {
      help += text;
    },
    onCommand: async (definition, { operands, options }) => {
      // Who finds this process at work is told so: of what was typed no more than the place, since the rest may be anybody's words.
      process.title = [commandPath(reachedCommand(program)), ...operands.slice(0, 1)].join(' ');
      format = outputFormat(options);
      const output = createOutput(streams, format);
      const reader = optionReader(options);
      result = await definition.run({
        operands,
        options: reader,
        output,
        cwd: process.cwd(),
        env: process.env,
      });
    },
  });
  try {
    await parse(program, argv);
  } catch (error) {
    failure = error instanceof CommanderError ? undefined : error;
    result =
      error instanceof CommanderError
        ? await parserResult(error, help.trimEnd(), reachedCommand(program), streams.isErrorColored)
        : await failureResult(error, streams.isErrorColored);
  }
  if (failure !== undefined && argv.includes('--debug')) streams.err(`${stackText(failure)}\n`);
  writeResult(result, format, streams);
  return result.exitCode;
}

async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.code === 'commander.helpDisplayed';
    if (!isHelp || !lacksCommand(reachedCommand(program))) throw error;
    await program.parseAsync([...withoutHelp(argv)], { from: 'user' });
  }
}

/** What comes of a command line that commander answers itself: help, the version, or why it is none. */
async function parserResult(
  error: CommanderError,
  help: string,
  command: Command,
  isColored: boolean,
): Promise<CommandResult> {
  if (error.exitCode === 0) {
    const json = error.code === 'commander.version' ? { version: help } : { help };
    return { exitCode: exitCodes.ok, json, text: help };
  }
  const path = commandPath(command);
  if (error.code !== 'commander.help') return failureResult(usageErrorOf(error, path), isColored);
  const names = command.commands.map((one) => one.name()).join(', ');
  const failure = new UsageError(`${path} needs a command: ${names}`, `See ${path} --help.`);
  return { ...(await failureResult(failure, isColored)), errorText: help };
}
