import type { ToolResult } from '@goondan/core';
import type { TurnOutcome } from '@goondan/runtime';
import type { CommandDefinition, CommandResult } from '../../command/command-definition.ts';
import { instanceKeyOf, instanceOptions } from '../../command/instance-options.ts';
import type { Invocation } from '../../command/invocation.ts';
import { errorText } from '../../error/error-text.ts';
import { exitCodes } from '../../exit-code.ts';
import { showProgress } from '../../output/progress.ts';
import { terminalText } from '../../output/terminal-text.ts';
import { valueText } from '../../output/value-text.ts';
import { agentNameOf } from '../../place/agent-name.ts';
import { bundleRootOf } from '../../place/bundle-root.ts';
import { handlesFolderOf } from '../../place/handles-folder.ts';
import { openBundle } from '../../place/open-bundle.ts';
import { resumeCommand } from '../../place/resume-command.ts';
import { workdirOf } from '../../place/workdir.ts';
import { runEvent } from '../../turn/run-event.ts';
import { heldResult, interruptedResult } from '../../turn/unfinished-result.ts';

/** `gdn tool call NAME`: one call as a turn of its own, through the same executor and policy as a model's. */
export const toolCall: CommandDefinition = {
  name: 'call',
  summary: 'Call one tool, as a model would',
  operands: [['<name>', 'the full name, such as calculator__evaluate']],
  options: [
    {
      flags: '--arg <key=value>',
      description: "one argument, of the type the tool's schema says",
      isRepeatable: true,
    },
    { flags: '--args-json <json>', description: 'all arguments as JSON, @file, or - for stdin' },
    ...instanceOptions,
  ],
  examples: [
    "gdn tool call calculator__evaluate --arg expression='6*7'",
    'gdn tool call file-system__read --args-json \'{"path":"notes.md"}\' --workdir . --json',
    'gdn tool call bash__exec --args-json @arguments.json',
  ],
  run: async (invocation) => {
    const submit = await workdirOf(invocation);
    const swarm = await openBundle(invocation, await bundleRootOf(invocation));
    try {
      const { operands, options, cwd, output } = invocation;
      const { callArguments } = await import('../../tool/call-arguments.ts');
      const { toolCallEvent } = await import('@goondan/runtime/swarm');
      const [name = ''] = operands;
      const agent = await agentNameOf(swarm, options.text('agent'));
      const instanceKey = instanceKeyOf(options);
      const pairs = options.texts('arg');
      // Only what is typed as text needs to know what type it is to be: then the agent is loaded here as well.
      const registered = pairs.length === 0 ? [] : await swarm.registryOf(agent);
      const args = await callArguments({
        argsJson: options.text('args-json'),
        pairs,
        cwd,
        parameters: registered.find((item) => item.name === name)?.parameters,
      });
      const stopProgress = showProgress(output, name);
      const end = await runEvent({
        engine: swarm.engine,
        handles: handlesFolderOf(invocation),
        to: { agent, instanceKey },
        event: toolCallEvent({ name, args }, { instanceKey, source: 'cli' }),
        submit,
      }).finally(stopProgress);
      if (end.kind === 'held') return heldResult(end);
      if (end.kind === 'interrupted')
        return await interruptedResult([end.turnId], resumeCommand(invocation), output);
      return await callResult(end.outcome, invocation);
    } finally {
      await swarm.close();
    }
  },
};

async function callResult(outcome: TurnOutcome, { output }: Invocation): Promise<CommandResult> {
  const result: ToolResult | undefined = outcome.toolCalls[0]?.result;
  if (result === undefined) {
    const { outcomeError } = await import('../../turn/outcome-error.ts');
    throw outcomeError(outcome);
  }
  if (result.status === 'pending') {
    const text = `pending: the result follows under handle ${result.handle}`;
    return { exitCode: exitCodes.ok, json: result, text };
  }
  if (result.status === 'ok') {
    const text = valueText(result.output ?? null);
    return { exitCode: exitCodes.ok, json: result, text: output.isTerminal ? terminalText(text) : text };
  }
  const { code = 'E_TOOL', message = 'the tool failed', suggestion } = result.error ?? {};
  const error = { code, message: terminalText(message), suggestion };
  return {
    exitCode: exitCodes.toolError,
    json: result,
    errorText: errorText(error, output.isErrorColored),
  };
}
