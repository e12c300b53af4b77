import type { CallExplanation, CheckedPlan } from '@goondan/core';
import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { table } from '../../output/table.ts';
import { oneLine } from '../../output/terminal-text.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { openBundle } from '../../place/open-bundle.ts';

/** `gdn plan show FILE`: in which order a plan would run, and what policy would make of each entry; nothing is run. */
export const planShow: CommandDefinition = {
  name: 'show',
  summary: 'Show the order of a plan and what policy would make of it, without running it',
  operands: [['<file>', 'YAML or JSON; - for stdin']],
  options: [{ flags: '--agent <name>', description: 'the agent (default: the entry agent)' }],
  examples: ['gdn plan show plan.yaml', 'gdn plan show plan.yaml -C examples/planned --json'],
  run: async (invocation) => {
    const { operands, options, cwd } = invocation;
    const [file = ''] = operands;
    const { readPlan } = await import('../../plan/read-plan.ts');
    const { planWaves } = await import('../../plan/plan-waves.ts');
    const { checkPlan } = await import('@goondan/core');
    const plan = checkPlan((await readPlan(file, cwd)).plan);
    const waves = planWaves(plan);
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    try {
      const agent = await agentNameOf(swarm, options.text('agent'));
      const entries: ShownEntry[] = [];
      for (const [index, { id, tool, args, dependsOn }] of plan.entries()) {
        // What an earlier result will be is not known yet.
        const isKnown = dependsOn.length === 0;
        const explained = await swarm.explainCall(agent, { name: tool, ...(isKnown ? { args } : {}) });
        entries.push({
          ...(id === undefined ? {} : { id }),
          tool,
          wave: (waves[index] ?? 0) + 1,
          after: dependsOn.map((other) => nameOf(plan, other)),
          decision: explained.decision,
          rule: explained.rule,
          reason: explained.reason,
        });
      }
      return { exitCode: exitCodes.ok, json: { agent, entries }, text: textOf(entries) };
    } finally {
      await swarm.close();
    }
  },
};

interface ShownEntry extends Pick<CallExplanation, 'decision' | 'rule' | 'reason'> {
  readonly id?: string;
  readonly tool: string;
  /** Those of one wave can run side by side. */
  readonly wave: number;
  readonly after: readonly string[];
}

function nameOf(plan: CheckedPlan, index: number): string {
  return plan[index]?.id ?? String(index + 1);
}

function textOf(entries: readonly ShownEntry[]): string {
  if (entries.length === 0) return 'The plan names no tools.';
  const rows = entries.map(({ wave, id = '', tool, after, decision, reason }) => [
    String(wave),
    id,
    tool,
    after.length === 0 ? '' : `after ${after.join(', ')}`,
    decision,
    decision === 'allowed' ? '' : oneLine(reason, 80),
  ]);
  return table([['wave', 'id', 'tool', '', 'policy', ''], ...rows]);
}
