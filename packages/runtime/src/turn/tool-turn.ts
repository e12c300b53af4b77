import { GoondanError, ToolCatalog, type Message } from '@goondan/core';
import { z } from 'zod';
import type { TurnOutcome } from '../engine/turn-outcome.ts';
import { runCalls } from './run-calls.ts';
import { stepItems } from './step-items.ts';
import type { TurnState } from './turn-state.ts';

/** The type of an event that asks for one tool call instead of a conversation. */
export const toolCallType = 'tool.call';

const inputSchema = z.object({ name: z.string(), args: z.record(z.string(), z.json()) });

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
    message: callMessage(context.turnId, call, at),
    calls: [call],
    at,
    onStateChange: () => {},
  });
  if (record === undefined) throw new Error('A call came to nothing.');
  const { result } = record.called;
  turn.called(call, result);
  return { status: 'completed', ...(result.output === undefined ? {} : { output: result.output }) };
}

function callMessage(
  turnId: string,
  { id, name, args }: { id: string; name: string; args: z.infer<typeof inputSchema>['args'] },
  at: number,
): Message {
  return {
    id: `${turnId}/call`,
    data: {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: id, toolName: name, input: args }],
    },
    metadata: {},
    createdAt: new Date(at),
    source: { type: 'assistant', stepIndex: 0 },
  };
}
