import { relative, resolve } from 'node:path';
import type { CommandDefinition } from '../command/command-definition.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { templateNamed, templateNames, templates } from '../init/templates.ts';
import { shellWord } from '../output/shell-word.ts';
import { calledAs } from '../place/called-as.ts';

/** `gdn init [DIR]`: a bundle that runs at once, offline. Asks nothing. */
export const init: CommandDefinition = {
  name: 'init',
  summary: 'Make a bundle that runs at once, with no network and no key',
  operands: [['[dir]', 'a folder that is new or empty (default: the current one)']],
  options: [
    {
      flags: '--template <name>',
      description: templateNames.map((name) => `${name}: ${templates[name].summary}`).join('; '),
      choices: templateNames,
    },
  ],
  examples: ['gdn init my-swarm', 'gdn init my-tools --template tool-package --json'],
  run: async ({ operands: [given], options, cwd, env }) => {
    const directory = options.text('directory');
    if (given !== undefined && directory !== undefined)
      throw new UsageError(`the folder is named twice: '${given}' and -C '${directory}'`, 'Name it once.');
    const { makeBundle } = await import('../init/make-bundle.ts');
    const template = templateNamed(options.text('template') ?? 'default') ?? 'default';
    const folder = resolve(cwd, given ?? directory ?? '.');
    const files = await makeBundle(folder, template);
    const place = relative(cwd, folder);
    const next = [
      ...(place === '' ? [] : [`cd ${shellWord(place)}`]),
      `${calledAs(env)} validate`,
      `${calledAs(env)} run --input ${shellWord(templates[template].firstInput)}`,
    ];
    return {
      exitCode: exitCodes.ok,
      json: { folder, template, files, next },
      text: [`made ${folder}`, ...files.map((file) => `  ${file}`), '', 'Next:', ...next.map(indent)].join(
        '\n',
      ),
    };
  },
};

function indent(line: string): string {
  return `  ${line}`;
}
