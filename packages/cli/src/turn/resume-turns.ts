import type { HandleView, RuntimeEvent, Swarm, TurnDelta, TurnOutcome } from '@goondan/runtime';
import type { CommandResult } from '../command/command-definition.ts';
import type { Invocation } from '../command/invocation.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { count, duration } from '../output/duration.ts';
import { terminalText } from '../output/terminal-text.ts';
import { valueText } from '../output/value-text.ts';
import { agentNameOf } from '../place/agent-name.ts';
import { handlesFolderOf } from '../place/handles-folder.ts';
import { resumeCommand } from '../place/resume-command.ts';
import { stateRootOf } from '../place/state-root.ts';
import { foundTurnText, type FoundTurn } from './found-turn.ts';
import { heldText } from './held-call.ts';
import { outcomeJson } from './outcome-json.ts';
import { runTurns, type SettledTurn } from './run-turns.ts';
import { toolLine } from './tool-line.ts';
import { interruptedResult } from './unfinished-result.ts';

/** Finishes the turns that were cut off and says what was found; no turn is nothing to worry about. */
export async function resumeTurns(
  swarm: Swarm,
  invocation: Invocation,
  bundleRoot: string | undefined,
): Promise<CommandResult> {
  const { inWorkspace, listHandles, workspaceLayout } = await import('@goondan/runtime/inspect');
  const { folder } = workspaceLayout(stateRootOf(invocation), bundleRoot);
  const { options, output } = invocation;
  const agent = options.text('agent');
  const instanceKey = options.text('instance-key');
  const only = {
    ...(agent === undefined ? {} : { agent: await agentNameOf(swarm, agent) }),
    ...(instanceKey === undefined ? {} : { instanceKey }),
  };
  const handles = handlesFolderOf(invocation);
  const startedAt = Date.now();
  const end = await runTurns({
    engine: swarm.engine,
    handles,
    isDraining: options.flag('drain'),
    begin: async () => {
      const open = await swarm.engine.resume(only);
      const asked = (await listHandles(handles, folder)).filter(({ kind }) => kind === 'held');
      await inWorkspace(folder, (view) => {
        for (const turn of open) {
          const events = view.eventsOfTurn(turn.turnId);
          const handles = asked.filter(({ turnId }) => turnId === turn.turnId);
          output.line(foundTurnText({ turn, events, person: personOf(handles, events) }, startedAt));
        }
      });
      return open.map((turn) => ({ ...turn, traceId: turn.event.traceId }));
    },
    onEvent: progress(invocation),
    onInterrupt: () => output.note('stopping …'),
  });
  if (end.kind === 'interrupted') {
    const turnIds = end.turns.map(({ turnId }) => turnId);
    return interruptedResult(turnIds, resumeCommand(invocation, invocation.operands[0]), output);
  }
  const heldBehind = end.caused.filter((turn) => 'held' in turn);
  const settled = [...end.turns, ...heldBehind].map((turn) => settledText(turn, Date.now() - startedAt));
  return {
    exitCode: exitCodeOf([...end.turns, ...heldBehind]),
    json: { resumed: end.turns.map(turnJson) },
    text: settled.length === 0 ? nothingText(bundleRoot) : settled.join('\n'),
  };
}

/** Whether a turn waits for a person, or was left waiting for one who has answered since. */
function personOf(handles: readonly HandleView[], events: readonly RuntimeEvent[]): FoundTurn['person'] {
  if (handles.some(({ status }) => status === 'held')) return 'awaited';
  const last = events.at(-1)?.at ?? 0;
  const isSince = ({ completedAt }: HandleView): boolean => Date.parse(completedAt ?? '') >= last;
  return handles.some(isSince) ? 'answered' : undefined;
}

/** Somebody in the wrong folder must not take it for the end of their turn. */
function nothingText(bundleRoot: string | undefined): string {
  return bundleRoot === undefined
    ? 'nothing to resume; there is no goondan.yaml here or above: name the bundle, as in gdn run BUNDLE --resume'
    : 'nothing to resume';
}

/** Tells each call that ends from now on; one whose outcome is unknown ends so at once. */
function progress({ output }: Invocation): (event: RuntimeEvent | TurnDelta) => void {
  const started = new Map<string, RuntimeEvent>();
  return (event) => {
    output.record(event);
    if (event.type === 'tool.started') started.set(event.spanId, event);
    if (event.type !== 'tool.completed' && event.type !== 'tool.failed') return;
    output.line(toolLine(event, started.get(event.spanId), { output, before: '  ' }));
  };
}

function settledText(settled: SettledTurn, tookMs: number): string {
  if ('held' in settled) return heldText(settled.held);
  const { turnId, status, error, toolCalls } = settled.outcome;
  const took = duration(tookMs);
  if (status !== 'completed') return `turn ${turnId} ${status} in ${took}: ${error?.code} ${error?.message}`;
  const unknown = toolCalls.filter(({ result }) => isUnknown(result.error?.code)).length;
  const told = unknown === 0 ? '' : `; ${count(unknown, 'call')} of unknown outcome, the model has been told`;
  const said = valueText(settled.outcome.output ?? '');
  const answer = said === '' ? '' : `\n${settled.turn.agent}  ${terminalText(said)}`;
  return `resumed turn ${turnId}, done in ${took}${told}${answer}`;
}

function isUnknown(code: string | undefined): boolean {
  return code === 'E_TOOL_OUTCOME_UNKNOWN';
}

function turnJson(settled: SettledTurn) {
  const { agent, instanceKey, turnId } = settled.turn;
  if ('held' in settled) return { agent, instanceKey, turnId, status: 'held', held: settled.held };
  return { agent, instanceKey, ...outcomeJson(settled.outcome) };
}

function exitCodeOf(turns: readonly SettledTurn[]): ExitCode {
  if (turns.some((turn) => 'held' in turn)) return exitCodes.inputNeeded;
  const hasFailed = turns.some((turn) => 'outcome' in turn && isFailed(turn.outcome));
  return hasFailed ? exitCodes.failed : exitCodes.ok;
}

function isFailed({ status }: TurnOutcome): boolean {
  return status !== 'completed';
}
