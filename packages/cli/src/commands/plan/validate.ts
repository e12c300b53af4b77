import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';

/** `gdn plan validate FILE`: everything that is wrong with the structure of a plan; nothing is run. */
export const planValidate: CommandDefinition = {
  name: 'validate',
  summary: 'Find every mistake in the structure of a plan',
  operands: [['<file>', 'YAML or JSON; - for stdin']],
  examples: ['gdn plan validate plan.yaml', 'gdn plan validate plan.yaml --json'],
  run: async ({ operands, cwd }) => {
    const [file = ''] = operands;
    const { readPlan } = await import('../../plan/read-plan.ts');
    const { inspectPlan } = await import('@goondan/core');
    const { plan, placeOf } = await readPlan(file, cwd);
    const { entries = [], problems } = inspectPlan(plan);
    const valid = problems.length === 0;
    const lines = problems.map(({ path, code, message }) => `${file}:${placeOf(path)}  ${code}  ${message}`);
    return {
      exitCode: valid ? exitCodes.ok : exitCodes.invalidConfig,
      json: { valid, errors: problems, entries: entries.length },
      text: valid
        ? `${file} is valid: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`
        : lines.join('\n'),
    };
  },
};
