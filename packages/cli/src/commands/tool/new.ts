import type { CommandDefinition } from '../../command/command-definition.ts';
import { UsageError } from '../../error/usage-error.ts';
import { exitCodes } from '../../exit-code.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';

/** `gdn tool new NAME`: a module with `defineTool` and its document, in the bundle; or the document of a module that is there. */
export const toolNew: CommandDefinition = {
  name: 'new',
  summary: 'Add a tool to the bundle: a module to fill in, and its document in goondan.yaml',
  operands: [['[name]', 'such as weather, or weather__forecast']],
  options: [
    {
      flags: '--from <file>',
      description: 'write the document of a module that declares tools by defineTool',
    },
  ],
  examples: [
    'gdn tool new weather',
    'gdn tool new weather__forecast --json',
    'gdn tool new --from tools/weather/index.ts',
  ],
  run: async (invocation) => {
    const { operands, options, cwd } = invocation;
    const [name] = operands;
    const from = options.text('from');
    if ((name === undefined) === (from === undefined))
      throw new UsageError('name a tool, or a module with --from', 'Give one of them.');
    const { GoondanError } = await import('@goondan/core/basics');
    const bundleRoot = await bundleRootOf(invocation);
    if (bundleRoot === undefined)
      throw new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`, {
        suggestion: 'Make a bundle first: gdn init my-swarm.',
      });
    const { makeTool, declareModule } = await import('../../tool/make-tool.ts');
    const made =
      from === undefined
        ? await makeTool(bundleRoot, name ?? '')
        : await declareModule(bundleRoot, { from, cwd });
    const [first = ''] = made.tools;
    const next = [
      `add Tool/${made.resource} to tools of the agent that is to have it`,
      `gdn tool describe ${first}`,
    ];
    return {
      exitCode: exitCodes.ok,
      json: { ...made, next },
      text: [...made.files.map((file) => `wrote ${file}`), 'Next:', ...next.map((line) => `  ${line}`)].join(
        '\n',
      ),
    };
  },
};
