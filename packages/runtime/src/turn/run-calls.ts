import { CallGate } from '@goondan/core';
import type { AskedCall } from './answer.ts';
import { annotationsOf, type CallBatch, type GatedBatch, type PlannedCall } from './call-batch.ts';
import { malformedCall } from './call-failure.ts';
import { askAbout, decide, noteAsked, settle } from './held-calls.ts';
import { askedSchema, calledSchema, intentSchema, type Called, type CallRecord } from './records.ts';
import { announce, isAnnounced, runCall } from './run-call.ts';
import { TraceSpan } from './spans.ts';
import type { TurnState } from './turn-state.ts';

/**
 * Runs the calls of a step and records each with its middleware as one entry (PIPE-3), in the model's order. A call that
 * must not start twice is announced first: an attempt that finds the announcement of another and no result does not start it (SPEC §12).
 */
export async function runCalls(given: CallBatch): Promise<CallRecord[]> {
  const { turn, calls, gate = new CallGate(turn.agent.policy.concurrency) } = given;
  const batch: GatedBatch = { ...given, gate };
  const planned = calls.map((call, index) => plan(batch, call, index));
  const free = planned.filter(({ call, rule }) => call.malformed === undefined && rule === undefined);
  const held = planned.filter(({ rule }) => rule !== undefined);
  const records = new Map<PlannedCall, CallRecord>();
  if (held.length > 0) await turn.context.all(held.map((item) => noteAsked(batch, item)));
  // All questions are asked at once, though the answers are taken one after the other.
  const decisions = new Map(held.map((item) => [item, askAbout(batch, item)]));
  // A call that starts unannounced could keep the result before it from the disk, and others may wait at a gate that is not the step's own.
  const leavesEarly = given.gate === undefined && free.every((item) => isAnnounced(batch, item));
  const ran = await runFree(batch, free, leavesEarly);
  for (const [index, item] of free.entries()) {
    const called = ran[index];
    if (called === undefined) continue;
    records.set(item, await settle(batch, item, { called, round: 0, start: item.call.args }));
  }
  for (const [item, decision] of decisions) records.set(item, await decide(batch, item, await decision));
  return planned.map((item) => {
    const record = records.get(item) ?? malformedCall(item.call, turn.agent.registry, batch.at);
    if (record.called.grant !== undefined) turn.grants.add(record.called.grant);
    return record;
  });
}

function plan(batch: CallBatch, call: AskedCall, index: number): PlannedCall {
  const { turn, stepIndex, stepSpan, catalog, place = `s${stepIndex}/c${index}` } = batch;
  const span = new TraceSpan(turn, place, {
    parentSpanId: stepSpan.id,
    stepIndex,
    toolCallId: call.id,
    toolName: call.name,
  });
  const hold = call.malformed === undefined ? holdOf(turn, { call, place, catalog }) : noHold;
  return { call, place, span, ...hold };
}

const noHold = { rule: undefined } as const;

/**
 * Whether a person has to decide on a call. What an earlier life of the turn has asked about stays asked, and what it has begun is
 * not asked about, whatever has become of the rules: either way it could start a second time.
 */
function holdOf(
  { context, agent, grants }: TurnState,
  { call, place, catalog }: Pick<PlannedCall, 'call' | 'place'> & Pick<CallBatch, 'catalog'>,
): Pick<PlannedCall, 'rule' | 'grantedFrom'> {
  const asked = context.recall(`${place}/asked`, askedSchema);
  if (asked !== undefined) return asked;
  const rule = agent.executor.heldBy(call, { catalog });
  if (rule === undefined) return noHold;
  // What a person has allowed for good is not asked about again.
  if (grants.covers(call.name, call.args)) return { ...noHold, grantedFrom: rule };
  const hasBegun =
    context.recall(`${place}/run`, calledSchema) !== undefined ||
    context.recall(`${place}/intent`, intentSchema) !== undefined;
  return hasBegun ? noHold : { rule };
}

/** Entries are issued in the model's order: first every announcement, then every run; the gate is waited for inside them. */
async function runFree(
  batch: GatedBatch,
  planned: readonly PlannedCall[],
  leavesEarly: boolean,
): Promise<Called[]> {
  const { gate } = batch;
  const { context } = batch.turn;
  const announced = planned.map((item) => {
    const place = gate.reserve(annotationsOf(batch, item).sequential === true);
    return { item, place, intent: announce(batch, item, place) };
  });
  const runs: Promise<Called>[] = [];
  for (const { item, place, intent } of announced) {
    const announcement = await intent;
    const run = runCall(batch, item, { announcement, place, leavesEarly, entry: 'run' });
    runs.push(run.finally(() => place.leave()));
  }
  return context.all(runs);
}
