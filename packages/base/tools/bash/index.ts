import { defineTool } from '@goondan/core/basics';
import { commonProperties, toolTimeoutMs } from './input-properties.ts';
import { interpreters } from './interpreters.ts';
import { outputSchema } from './output-schema.ts';

const surroundings =
  'Works in the workdir and, in the OS sandbox, can write nowhere else but /tmp; no network unless policy allows it; no terminal' +
  ' to ask. Whatever is still running when it ends, also in the background, is ended. A failing command is a result with its exitCode.';

/** Runs one command line. */
export const exec = defineTool({
  name: 'bash__exec',
  description: `Runs one bash command line, such as "ls -la src | head", and answers stdout, stderr and exitCode. ${surroundings}`,
  timeoutMs: toolTimeoutMs,
  annotations: { destructive: true },
  input: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        minLength: 1,
        maxLength: 100_000,
        description: 'The command line, run by bash -c. Several lines, pipes and redirections are fine.',
        examples: ['ls -la'],
      },
      ...commonProperties,
    },
    required: ['command'],
    additionalProperties: false,
    examples: [{ command: 'ls -la' }],
  },
  output: outputSchema,
  handler: async (ctx, { command, ...rest }) => {
    const [{ run }, { checkText }] = await Promise.all([import('./run.ts'), import('./check-text.ts')]);
    checkText('command', command);
    return run(ctx, rest, () => ['bash', '-c', command]);
  },
});

/** Runs a script. */
export const script = defineTool({
  name: 'bash__script',
  description:
    'Runs a script, given as text (script) or as a file in the workdir (path), by bash, sh, python3, node or another interpreter that is ' +
    `installed, and answers stdout, stderr and exitCode. ${surroundings}`,
  timeoutMs: toolTimeoutMs,
  annotations: { destructive: true },
  input: {
    type: 'object',
    properties: {
      script: {
        type: 'string',
        minLength: 1,
        maxLength: 100_000,
        description: 'The text of the script. Either this or path.',
        examples: ['print(6 * 7)'],
      },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'A script file in the workdir. Either this or script.',
        examples: ['build.sh'],
      },
      interpreter: {
        type: 'string',
        enum: interpreters,
        description:
          'What runs the script. Default: bash for a text; for a file what its first line (#!) names, else what its ending stands for.',
      },
      args: {
        type: 'array',
        items: { type: 'string', maxLength: 10_000 },
        maxItems: 100,
        description: 'Arguments of the script.',
      },
      stdin: {
        type: 'string',
        maxLength: 1_000_000,
        description: 'What the script reads from its stdin. Default: nothing.',
      },
      ...commonProperties,
    },
    additionalProperties: false,
    examples: [{ script: 'print(6 * 7)', interpreter: 'python3' }, { path: 'build.sh' }],
  },
  output: outputSchema,
  handler: async (ctx, input) => {
    const [{ run }, { scriptProgram }] = await Promise.all([
      import('./run.ts'),
      import('./script-program.ts'),
    ]);
    return run(ctx, input, (workdir) => scriptProgram(workdir, input));
  },
});
