import {
  CallGate,
  runPlanStage,
  ToolCatalog,
  type ExecutedCall,
  type JsonValue,
  type PlanOutcome,
  type PlanResult,
  type ReadyCall,
  type ToolCall,
} from '@goondan/core';
import { turnErrorOf, type TurnOutcome } from '../engine/turn-outcome.ts';
import { callMessage } from '../turn/call-message.ts';
import { runCalls } from '../turn/run-calls.ts';
import { stepItems } from '../turn/step-items.ts';
import type { TurnState } from '../turn/turn-state.ts';

interface Ended {
  readonly call: ToolCall;
  readonly result: ExecutedCall;
}

/** A turn that runs a plan and asks no model: through the same catalog, policy, toolCall middleware and journal as any other (PLAN-1…3). */
export async function runPlanTurn(
  turn: TurnState,
): Promise<Pick<TurnOutcome, 'status' | 'output' | 'error'>> {
  const ended = new Map<number, Ended>();
  try {
    const outcome = await runPlanStage(turn.event.input, {
      features: turn.agent.policy.features,
      execute: entryRunner(turn, ended),
    });
    for (const [, { call, result }] of [...ended].toSorted(([left], [right]) => left - right))
      turn.called(call, plain(result));
    const { signal } = turn.context;
    if (signal.aborted) return { status: 'cancelled', error: turnErrorOf(signal.reason) };
    return { status: 'completed', output: outcomeJson(outcome) };
  } catch (thrown) {
    return { status: 'failed', error: turnErrorOf(thrown) };
  }
}

function entryRunner(
  turn: TurnState,
  ended: Map<number, Ended>,
): (ready: ReadyCall) => Promise<ExecutedCall> {
  const { context, agent, event } = turn;
  const at = Date.parse(event.createdAt);
  const catalog = new ToolCatalog(stepItems(agent), agent.registry);
  const gate = new CallGate(agent.policy.concurrency);
  return async ({ entry, args }) => {
    const call = { id: `plan-${entry.index + 1}`, name: entry.tool, args };
    const place = `s0/c${entry.index}`;
    const [record] = await runCalls({
      turn,
      stepIndex: 0,
      stepSpan: turn.span,
      catalog,
      message: callMessage(`${context.turnId}/${place}`, call, { stepIndex: 0, at }),
      calls: [call],
      at,
      gate,
      place,
      onStateChange: () => {},
    });
    if (record === undefined) throw new Error('A call came to nothing.');
    const { result, tookMs = 0 } = record.called;
    ended.set(entry.index, { call, result });
    return { ...result, elapsedMs: tookMs };
  };
}

function plain({ elapsedMs: _elapsedMs, ...result }: ExecutedCall): Omit<ExecutedCall, 'elapsedMs'> {
  return result;
}

function outcomeJson({ skipped, reason, results }: PlanOutcome): JsonValue {
  return { skipped, ...(reason === undefined ? {} : { reason }), results: results.map(resultJson) };
}

function resultJson({ ...result }: PlanResult): JsonValue {
  return result;
}
