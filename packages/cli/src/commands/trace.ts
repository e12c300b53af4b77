import type { RuntimeEvent, TurnView, WorkspaceView } from '@goondan/runtime';
import { clusterOptions } from '../cluster/cluster-options.ts';
import { openCluster } from '../cluster/open-cluster.ts';
import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';
import type { Invocation } from '../command/invocation.ts';
import { resumeCommand } from '../place/resume-command.ts';
import { workspaceOf } from '../place/workspace.ts';

/** `gdn trace ID|last`: what happened in a turn and in all that it caused. */
export const trace: CommandDefinition = {
  name: 'trace',
  summary: 'Show what happened: turns, steps and calls with how long they took',
  operands: [['<id>', 'a turn, a trace, or last']],
  options: clusterOptions,
  examples: ['gdn trace last', 'gdn trace 7f3a91bc00d24e55 --json'],
  run: async (invocation) => {
    const { traceOf } = await import('@goondan/runtime/telemetry');
    const { traceText } = await import('../trace/trace-text.ts');
    const { output, operands } = invocation;
    const [id = ''] = operands;
    const cluster = await openCluster(invocation);
    const events =
      cluster === undefined
        ? await eventsHere(invocation, id)
        : ((await cluster.view.traceEvents(id)) ?? (await notFound(id, `the swarm ${cluster.namespace}`)));
    const spans = traceOf([...events]);
    const isOpen = spans.some(({ status }) => status === 'running');
    const note = isOpen && cluster === undefined ? await cutOffNote(invocation) : '';
    return { exitCode: exitCodes.ok, json: spans, text: `${traceText(spans, output)}${note}` };
  },
};

/** The record alone cannot tell what runs from what was cut off. */
async function cutOffNote(invocation: Invocation): Promise<string> {
  const { isAtWork } = await import('../place/is-at-work.ts');
  if (await isAtWork((await workspaceOf(invocation)).folder)) return '';
  return `\n\nNothing runs here: what is shown as running was cut off. Go on: ${resumeCommand(invocation)}`;
}

async function eventsHere(invocation: Invocation, id: string): Promise<readonly RuntimeEvent[]> {
  const { inWorkspace } = await import('@goondan/runtime/inspect');
  const layout = await workspaceOf(invocation);
  return inWorkspace(layout.folder, async (view) =>
    view.eventsOfTrace(await traceIdOf(view, id, layout.folder)),
  );
}

async function traceIdOf(view: WorkspaceView, id: string, folder: string): Promise<string> {
  const turn: TurnView | undefined = id === 'last' ? view.lastTurn() : view.turn(id);
  if (turn !== undefined) return turn.traceId;
  return id !== 'last' && view.eventsOfTrace(id).length > 0 ? id : notFound(id, folder);
}

async function notFound(id: string, place: string): Promise<never> {
  const { GoondanError } = await import('@goondan/core/basics');
  if (id === 'last')
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `no turn is on record in ${place}`, {
      suggestion: 'Begin one with gdn run, or name the bundle with -C.',
    });
  throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `neither a turn nor a trace '${id}' is known here`);
}
