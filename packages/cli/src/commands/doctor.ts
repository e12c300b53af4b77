import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';
import { paint } from '../output/paint.ts';
import { table } from '../output/table.ts';
import { oneLine } from '../output/terminal-text.ts';

const colors = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** `gdn doctor`: what a run depends on, line by line, with what to do about it. */
export const doctor: CommandDefinition = {
  name: 'doctor',
  summary: 'Look at all that a run depends on and say what to mend',
  examples: ['gdn doctor', 'gdn doctor -C examples/hello --json'],
  run: async (invocation) => {
    const { examine } = await import('../doctor/examine.ts');
    const { output } = invocation;
    const findings = await examine(invocation);
    const isWell = findings.every(({ status }) => status !== 'fail');
    const lines = table(findings.map(({ status, name, message }) => [status, name, oneLine(message, 300)]))
      .split('\n')
      .flatMap((line, index) => {
        const { status = 'ok', fix } = findings[index] ?? {};
        const painted = paint(status, colors[status], output.isColored) + line.slice(status.length);
        return fix === undefined ? [painted] : [painted, `      → ${oneLine(fix, 300)}`];
      });
    return {
      exitCode: isWell ? exitCodes.ok : exitCodes.failed,
      json: { ok: isWell, checks: findings },
      text: lines.join('\n'),
    };
  },
};
