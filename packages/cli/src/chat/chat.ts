import type { SubmitOptions, Swarm } from '@goondan/runtime';
import type { CommandResult } from '../command/command-definition.ts';
import { instanceKeyOf } from '../command/instance-options.ts';
import type { Invocation } from '../command/invocation.ts';
import { failureResult } from '../error/failure-result.ts';
import { exitCodes } from '../exit-code.ts';
import { paint } from '../output/paint.ts';
import { agentNameOf } from '../place/agent-name.ts';
import { openBundle } from '../place/open-bundle.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { LiveSwarm } from '../watch/live-swarm.ts';
import { watchBundle } from '../watch/watch-bundle.ts';
import { runChatTurn } from './chat-turn.ts';
import { TerminalInput } from './terminal-input.ts';

const help = [
  '/tools   what the agent can call',
  '/quit    ends the chat, like Ctrl-D',
  'Ctrl-C   cancels the turn that runs; twice in a row it quits',
].join('\n');

/** What a chat is about. */
export interface ChatOptions {
  readonly bundleRoot: string;
  readonly submit: SubmitOptions;
  /** Whether edits of the bundle take effect. */
  readonly isWatching: boolean;
}

/** A conversation in the terminal, until the person ends it. */
export async function chat(invocation: Invocation, options: ChatOptions): Promise<CommandResult> {
  const { output } = invocation;
  const { bundleRoot, isWatching } = options;
  const input = new TerminalInput(output);
  const live = await LiveSwarm.open({
    open: () => openBundle(invocation, bundleRoot, { isKept: true }),
    onLive: () => input.tell(paint('the edit is live', 'dim', output.isColored)),
    onBroken: (error) => void tellBroken(error),
  });
  const tellBroken = async (error: unknown): Promise<void> => {
    const { errorText = '' } = await failureResult(error, output.isColored);
    input.tell(`${errorText}\nthis edit is not taken; the last good version stays`);
  };
  try {
    await live.use(async (swarm) => tellWarnings(swarm, output));
    const unwatch = isWatching ? await watchBundle(bundleRoot, () => live.reload()) : undefined;
    try {
      return await converse({ live, input, invocation, submit: options.submit });
    } finally {
      await unwatch?.();
    }
  } finally {
    await live.close();
  }
}

interface Conversation {
  readonly live: LiveSwarm;
  readonly input: TerminalInput;
  readonly invocation: Invocation;
  readonly submit: SubmitOptions;
}

async function converse({ live, input, invocation, submit }: Conversation): Promise<CommandResult> {
  const { options, output } = invocation;
  const instanceKey = instanceKeyOf(options);
  const agent = await live.use((swarm) => agentNameOf(swarm, options.text('agent')));
  const labelWidth = Math.max(Bun.stringWidth(agent), 'you'.length) + 2;
  output.line(`${paint(agent, 'bold', output.isColored)} · /help, Ctrl-D ends\n`);
  let isWarned = false;
  for (;;) {
    const typed = await input.ask('you'.padEnd(labelWidth));
    if (typed.kind === 'end' || typed.kind === 'withdrawn') break;
    if (typed.kind === 'interrupt') {
      if (isWarned) return { exitCode: exitCodes.interrupted, json: undefined };
      isWarned = true;
      output.line('Ctrl-C again quits');
      continue;
    }
    isWarned = false;
    const text = typed.text.trim();
    if (text === '') continue;
    if (text === '/quit' || text === '/exit') break;
    if (/^\/[a-z]+$/.test(text)) {
      output.line(text === '/tools' ? await live.use((swarm) => toolsText(swarm, agent)) : help);
      continue;
    }
    const end = await live.use((swarm) =>
      runChatTurn({ swarm, input, invocation, submit, text, to: { agent, instanceKey }, labelWidth }),
    );
    if (end === 'quit') return { exitCode: exitCodes.interrupted, json: undefined };
  }
  return { exitCode: exitCodes.ok, json: undefined };
}

async function toolsText(swarm: Swarm, agent: string): Promise<string> {
  const items = await swarm.catalogOf(agent);
  return items.length === 0 ? 'no tools' : items.map(({ name }) => name).join('\n');
}
