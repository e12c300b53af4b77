import type { CommandEntry, CommandLine, OptionEntry } from './command-line.ts';
import { table } from './table.ts';

const exitMeanings: Readonly<Record<string, string>> = {
  ok: 'Done.',
  failed: 'A turn failed, or anything else that is not one of the following.',
  usage: 'What was typed is no command, flag or value; stderr says what was probably meant.',
  invalidConfig: 'The bundle is not valid.',
  inputNeeded: 'A call waits for a person, and there is nobody to ask here.',
  toolError: 'The tool that was called answered with an error.',
  interrupted: 'Ctrl-C, or a signal.',
};

/** The reference of the command line. */
export function cliPage({ commands, globalOptions, exitCodes }: CommandLine): string {
  return [
    '# Command line',
    '',
    'Every command of `gdn`. Made from `packages/cli/src/commands` by `npm run docs:reference`. Inside a checkout, or where `@goondan/cli` is a dependency, it is started',
    'by `npx gdn`.',
    '',
    ...table(
      ['command', ''],
      commands.map(({ name, summary }) => [`[\`gdn ${name}\`](#${anchorOf(name)})`, summary]),
    ),
    '',
    '## Flags of every command',
    '',
    ...optionTable([...globalOptions, { flags: '-h, --help', description: 'print help, with examples' }]),
    '',
    'What `--json` prints has a schema: `gdn schema output` lists the commands, `gdn schema output tool call` prints one.',
    '',
    '## Exit codes',
    '',
    ...table(
      ['code', 'meaning'],
      Object.entries(exitCodes).map(([name, code]) => [`\`${code}\``, meaningOf(name)]),
    ),
    '',
    'Errors go to stderr, with a code that `gdn explain CODE` explains. Without a terminal there is no colour, no prompt and no spinner, and no command waits',
    'for stdin unless `-` asks for it.',
    '',
    ...commands.flatMap(commandSection),
  ].join('\n');
}

function commandSection({ name, summary, operands = [], options = [], examples }: CommandEntry): string[] {
  const shown = options.filter(({ isHidden }) => isHidden !== true);
  return [
    `## gdn ${name}`,
    '',
    `${summary}.`,
    '',
    '```text',
    ['gdn', name, ...operands.map(([operand]) => operand), ...(shown.length === 0 ? [] : ['[flags]'])].join(
      ' ',
    ),
    '```',
    '',
    ...(operands.length === 0
      ? []
      : [
          ...table(
            ['argument', ''],
            operands.map(([operand, about]) => [`\`${operand}\``, about]),
          ),
          '',
        ]),
    ...(shown.length === 0 ? [] : [...optionTable(shown), '']),
    '```sh',
    ...examples,
    '```',
    '',
  ];
}

function optionTable(options: readonly OptionEntry[]): string[] {
  return table(
    ['flag', ''],
    options.map(({ flags, description, choices, isRepeatable }) => [
      `\`${flags}\``,
      [
        description,
        ...(choices === undefined ? [] : [`one of ${choices.map((one) => `\`${one}\``).join(', ')}`]),
        ...(isRepeatable === true ? ['may be given more than once'] : []),
      ].join('; '),
    ]),
  );
}

function meaningOf(name: string): string {
  const meaning = exitMeanings[name];
  if (meaning === undefined) throw new Error(`Say in cli-page.ts what the exit code '${name}' means.`);
  return meaning;
}

/** The anchor GitHub makes of a command's heading. */
function anchorOf(name: string): string {
  return `gdn-${name.replaceAll(' ', '-')}`;
}
