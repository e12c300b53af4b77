import { GoondanError } from '@goondan/core/basics';
import type { Swarm } from '@goondan/runtime';
import { inputEvent } from '@goondan/runtime/swarm';
import { engineElsewhere } from '../cluster/engine-elsewhere.ts';
import type { CommandResult } from '../command/command-definition.ts';
import { instanceKeyOf } from '../command/instance-options.ts';
import type { Invocation } from '../command/invocation.ts';
import { errorReport } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { handlesFolderOf } from '../place/handles-folder.ts';
import { readStdin } from '../input/read-stdin.ts';
import { agentNameOf } from '../place/agent-name.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { openBundle } from '../place/open-bundle.ts';
import { resumeCommand } from '../place/resume-command.ts';
import { tellWarnings } from '../place/tell-warnings.ts';
import { workdirOf } from '../place/workdir.ts';
import { outcomeError } from './outcome-error.ts';
import { outcomeJson } from './outcome-json.ts';
import { resumeTurns } from './resume-turns.ts';
import { runEvent } from './run-event.ts';
import { createTranscript } from './transcript.ts';
import { showTurnProgress } from './turn-progress.ts';
import { heldBehindResult, heldResult, interruptedResult } from './unfinished-result.ts';

/** In place of an input: it is typed as the chat goes on. */
const chatting = Symbol('chatting');

/** What `gdn run` does, once its flags are known to be flags. */
export async function runBundle(invocation: Invocation): Promise<CommandResult> {
  const { operands, options, cwd } = invocation;
  const input = await inputOf(invocation);
  const timeoutMs = secondsToMs(options.amount('timeout'));
  const submit = await workdirOf(invocation);
  const elsewhere = await engineElsewhere(invocation);
  if (elsewhere !== undefined && (input === undefined || input === chatting))
    throw new UsageError(
      '--input is missing',
      'On a cluster turns go on by themselves; give the text of one.',
    );
  const bundleRoot = await bundleRootOf(invocation, operands[0]);
  // What was cut off may be a call of a stock tool, which needs no bundle.
  if (bundleRoot === undefined && input !== undefined) throw noBundle(cwd);
  if (input === chatting) {
    if (bundleRoot === undefined) throw noBundle(cwd);
    const { chat } = await import('../chat/chat.ts');
    return chat(invocation, { bundleRoot, submit, isWatching: options.flag('watch') });
  }
  const run = async (): Promise<CommandResult> => {
    const swarm = await openBundle(invocation, bundleRoot, { engine: elsewhere?.engine });
    try {
      tellWarnings(swarm, invocation.output);
      if (input === undefined) return await resumeTurns(swarm, invocation, bundleRoot);
      return await runInput({ swarm, invocation, input, timeoutMs, submit });
    } finally {
      await swarm.close();
    }
  };
  if (!options.flag('watch') || bundleRoot === undefined) return run();
  const { watchInput } = await import('../watch/watch-input.ts');
  return watchInput(invocation, { bundleRoot, run });
}

function noBundle(cwd: string): GoondanError {
  return new GoondanError('E_CONFIG_NOT_FOUND', `there is no goondan.yaml in ${cwd} or above it`);
}

/** An input for an agent of a swarm that is open. */
interface RunInput {
  readonly swarm: Swarm;
  readonly invocation: Invocation;
  readonly input: string;
  readonly timeoutMs: number | undefined;
  readonly submit: { readonly workdir?: string };
}

/** Runs one input and writes what happens; what it came to is the result. */
export async function runInput({
  swarm,
  invocation,
  input,
  timeoutMs,
  submit,
}: RunInput): Promise<CommandResult> {
  const { options, output } = invocation;
  const agent = await agentNameOf(swarm, options.text('agent'));
  const instanceKey = instanceKeyOf(options);
  const event = inputEvent(input, { instanceKey, source: 'cli' });
  const transcript = createTranscript({ output, agent, input, traceId: event.traceId });
  const progress = showTurnProgress(output);
  const end = await runEvent({
    engine: swarm.engine,
    handles: handlesFolderOf(invocation),
    to: { agent, instanceKey },
    event,
    submit,
    timeoutMs,
    isDraining: options.flag('drain'),
    onEvent: (seen) => {
      output.record(seen);
      transcript.onEvent(seen);
      progress.onEvent(seen);
    },
    onInterrupt: () => output.note('stopping …'),
  }).finally(() => progress.end());
  if (end.kind === 'held') return heldResult(end);
  if (end.kind === 'interrupted') {
    return interruptedResult([end.turnId], resumeCommand(invocation, invocation.operands[0]), output);
  }
  const { outcome } = end;
  if (end.kind === 'ended' && outcome.status === 'completed') {
    transcript.end(outcome, options.text('next'));
    if (end.held.length > 0) return heldBehindResult(outcomeJson(outcome), end.held);
    return { exitCode: exitCodes.ok, json: outcomeJson(outcome) };
  }
  const error =
    end.kind === 'timeout'
      ? new GoondanError('E_RUN_TIMEOUT', `the turn was cancelled after ${options.text('timeout')} s`)
      : outcomeError(outcome);
  const report = errorReport(error);
  return {
    exitCode: exitCodes.failed,
    json: { ...outcomeJson(outcome), error: report },
    errorText: errorText(report, output.isErrorColored),
  };
}

/** What to say to the agent: a text, what a person types in a chat, or nothing when cut turns are to be finished. */
async function inputOf({ options, output }: Invocation): Promise<string | typeof chatting | undefined> {
  const given = options.text('input');
  if (options.flag('watch') && output.format !== 'text')
    throw new UsageError('--watch is for people', 'Leave out --json and --format.');
  if (options.flag('resume')) {
    if (given !== undefined) throw new UsageError('--input and --resume exclude each other', 'Resume first.');
    if (options.flag('watch'))
      throw new UsageError('--watch and --resume exclude each other', 'Resume first.');
    return undefined;
  }
  if (given === undefined) {
    if (output.isTerminal && output.format === 'text' && process.stdin.isTTY) return chatting;
    throw new UsageError('--input is missing', 'Give the text, or - to read it from stdin.');
  }
  // Every line of a pipe ends in a line end; it is no part of what was said.
  const input = given === '-' ? (await readStdin()).replace(/\r?\n$/, '') : given;
  if (input.trim() === '') throw new UsageError('--input is empty', 'Give the agent something to work on.');
  return input;
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
