import type { TurnView, WorkspaceView } from '@goondan/runtime';
import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';
import { workspaceOf } from '../place/workspace.ts';

/** `gdn trace ID|last`: what happened in a turn and in all that it caused. */
export const trace: CommandDefinition = {
  name: 'trace',
  summary: 'Show what happened: turns, steps and calls with how long they took',
  operands: [['<id>', 'a turn, a trace, or last']],
  examples: ['gdn trace last', 'gdn trace 7f3a91bc00d24e55 --json'],
  run: async (invocation) => {
    const { inWorkspace } = await import('@goondan/runtime');
    const { traceOf } = await import('@goondan/runtime/telemetry');
    const { traceText } = await import('../trace/trace-text.ts');
    const { output, operands } = invocation;
    const [id = ''] = operands;
    const layout = await workspaceOf(invocation);
    const events = await inWorkspace(layout.folder, async (view) =>
      view.eventsOfTrace(await traceIdOf(view, id, layout.folder)),
    );
    const spans = traceOf(events);
    return { exitCode: exitCodes.ok, json: spans, text: traceText(spans, output.isColored) };
  },
};

async function traceIdOf(view: WorkspaceView, id: string, folder: string): Promise<string> {
  const { GoondanError } = await import('@goondan/core');
  const turn: TurnView | undefined = id === 'last' ? view.lastTurn() : view.turn(id);
  if (turn !== undefined) return turn.traceId;
  if (id === 'last')
    throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `no turn is on record in ${folder}`, {
      suggestion: 'Begin one with gdn run, or name the bundle with -C.',
    });
  if (view.eventsOfTrace(id).length > 0) return id;
  throw new GoondanError('E_AGENT_TURN_NOT_FOUND', `neither a turn nor a trace '${id}' is known here`);
}
