import type { CommandDefinition } from '../../command/command-definition.ts';
import { exitCodes } from '../../exit-code.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { openBundle } from '../../place/open-bundle.ts';

/** `gdn policy explain TOOL`: why a call would be allowed, blocked or held, layer by layer; nothing is run. */
export const policyExplain: CommandDefinition = {
  name: 'explain',
  summary: 'Say why a call would be allowed, blocked or held',
  operands: [['<tool>', 'the full name, such as calculator__evaluate']],
  options: [
    { flags: '--agent <name>', description: 'the agent (default: the entry agent)' },
    { flags: '--args-json <json>', description: 'the arguments, as JSON, @file, or - for stdin' },
    { flags: '--asked-by <agent>', description: 'another agent asked for it: what it passes on holds too' },
  ],
  examples: [
    'gdn policy explain bash__exec',
    'gdn policy explain bash__exec --agent coder --args-json \'{"command":"git push"}\' --json',
  ],
  run: async (invocation) => {
    const { operands, options, cwd, output } = invocation;
    const [name = ''] = operands;
    const { callArguments } = await import('../../tool/call-arguments.ts');
    const { explanationText } = await import('../../policy/explanation-text.ts');
    const argsJson = options.text('args-json');
    const args =
      argsJson === undefined
        ? undefined
        : await callArguments({ argsJson, pairs: [], cwd, parameters: undefined });
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    try {
      const agent = await agentNameOf(swarm, options.text('agent'));
      const asker = options.text('asked-by');
      const explanation = await swarm.explainCall(
        agent,
        { name, ...(args === undefined ? {} : { args }) },
        asker === undefined ? {} : { askedBy: await agentNameOf(swarm, asker) },
      );
      return {
        exitCode: exitCodes.ok,
        json: { agent, ...explanation },
        text: explanationText(explanation, output.isColored),
      };
    } finally {
      await swarm.close();
    }
  },
};
