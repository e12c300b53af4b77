import { GoondanError, ToolCatalog } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import { callMessage } from './call-message.ts';
import { runCalls } from './run-calls.ts';
import { stepItems } from './step-items.ts';
import type { TurnState } from './turn-state.ts';

const inputSchema = shape.object({ name: shape.string(), args: shape.record(shape.json()) });

/** A turn of one call and no model: through the same catalog, policy, toolCall middleware and journal as any other (SPEC §11). */
export async function runToolTurn(
  turn: TurnState,
): Promise<Pick<TurnOutcome, 'status' | 'output' | 'error'>> {
  const { context, agent, event } = turn;
  const parsed = inputSchema.safeParse(event.input);
  if (!parsed.success) {
    const error = new GoondanError('E_TOOL_INVALID_ARGS', 'A tool.call event needs {name, args}.');
    return { status: 'failed', error: { code: error.code, message: error.message } };
  }
  const call = { id: 'call-1', ...parsed.data };
  const at = Date.parse(event.createdAt);
  const [record] = await runCalls({
    turn,
    stepIndex: 0,
    stepSpan: turn.span,
    catalog: new ToolCatalog(stepItems(agent), agent.registry),
    message: callMessage(`${context.turnId}/call`, call, { stepIndex: 0, at }),
    calls: [call],
    at,
    onStateChange: () => {},
  });
  if (record === undefined) throw new Error('A call came to nothing.');
  const { result } = record.called;
  turn.called(call, result);
  return { status: 'completed', ...(result.output === undefined ? {} : { output: result.output }) };
}
