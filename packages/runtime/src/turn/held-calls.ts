import { codedError, errorResult, type JsonObject } from '@goondan/core';
import type { CallBatch, PlannedCall } from './call-batch.ts';
import { calledSchema, decisionReader, type Called, type CallRecord, type Decision } from './records.ts';
import { announce, runCall } from './run-call.ts';

/** A person's changes may match another rule, and a middleware's change again: at some point it is no. */
const mostRounds = 3;

/** What became of a run: its record, or, where middleware made it one that is held, what a person decides. */
export async function settle(
  batch: CallBatch,
  item: PlannedCall,
  { called, round, start }: { readonly called: Called; readonly round: number; readonly start: JsonObject },
): Promise<CallRecord> {
  if (called.held === undefined) return { called, entry: round === 0 ? 'run' : `run${round}` };
  const entry = `run${round + 1}`;
  if (round >= mostRounds) return { called: await refuse(batch, item, entry), entry };
  return decide(batch, item, await ask(batch, item, { ...called.held, round, start }));
}

interface Asked {
  readonly args: JsonObject;
  readonly rule: string;
  readonly round: number;
  /** What middleware made the arguments of; none where they are the call's own, which it has not seen yet. */
  readonly start: JsonObject | undefined;
}

/** A call with what a person said of it. */
export interface Answered extends Asked {
  /** None when the turn was cancelled meanwhile. */
  readonly decision: Decision | undefined;
}

/** Asks a person about a call that a rule holds. */
export function askAbout(batch: CallBatch, item: PlannedCall): Promise<Answered> {
  const { call, rule = '' } = item;
  return ask(batch, item, { args: call.args, rule, round: 0, start: undefined });
}

/** Asks a person, through restarts (PEND-3, POL-4). */
async function ask(batch: CallBatch, item: PlannedCall, asked: Asked): Promise<Answered> {
  const { context, agent } = batch.turn;
  const { call, place, span } = item;
  const name = `${place}/hold${asked.round}`;
  const isDecided = context.recall(name, decisionReader) !== undefined;
  const about = {
    toolName: call.name,
    toolCallId: call.id,
    args: agent.mask.json(asked.args),
    rule: asked.rule,
  };
  const { handle, opened, result } = context.hold(name, decisionReader, about);
  try {
    if (!isDecided) {
      await opened;
      // Cancelled meanwhile, or before: nobody is to be asked.
      if (!context.signal.aborted)
        span.tell('tool.held', {
          attributes: { ...about, handle, decision: 'held', reason: 'a person must approve it' },
        });
    }
    const decision = await result;
    if (!isDecided) span.tell('tool.released', { attributes: { handle, rule: asked.rule, ...decision } });
    return { ...asked, decision };
  } catch (thrown) {
    if (!context.signal.aborted) throw thrown;
    return { ...asked, decision: undefined };
  }
}

/** Does what a person decided about a call. */
export async function decide(batch: CallBatch, item: PlannedCall, answered: Answered): Promise<CallRecord> {
  const { decision, round } = answered;
  const entry = `run${round + 1}`;
  // Cancelled meanwhile: the executor says so, and starts nothing.
  if (decision === undefined)
    return { called: await runCall(batch, item, { announcement: undefined, entry }), entry };
  const edited = decision.decision === 'approve' ? decision.args : undefined;
  const { start = edited ?? answered.args } = answered;
  const seen = answered.start === undefined ? start : answered.args;
  // Who is denied starts nothing.
  const announcement =
    decision.decision === 'deny'
      ? undefined
      : await announce(batch, { ...item, place: `${item.place}/${entry}` });
  const called = await runCall(batch, item, { announcement, entry, approved: { decision, seen, start } });
  return settle(batch, item, { called, round: round + 1, start });
}

function refuse({ turn, at }: CallBatch, { call, place }: PlannedCall, entry: string): Promise<Called> {
  const message = `${call.name} was changed and held again and again; it was not run.`;
  const denied: Called = { result: errorResult(call, codedError('E_TOOL_DENIED', message)), state: [], at };
  return turn.context.step(`${place}/${entry}`, calledSchema, async () => denied);
}
