import { CallGate } from '@goondan/core';
import type { AskedCall } from './answer.ts';
import { annotationsOf, type CallBatch, type PlannedCall } from './call-batch.ts';
import { malformedCall } from './call-failure.ts';
import { askAbout, decide, settle } from './held-calls.ts';
import type { Called, CallRecord } from './records.ts';
import { announce, runCall } from './run-call.ts';
import { TraceSpan } from './spans.ts';

/**
 * Runs the calls of a step and records each with its middleware as one entry (PIPE-3), in the model's order. A call that
 * must not start twice is announced first: an attempt that finds the announcement of another and no result does not start it (SPEC §12).
 */
export async function runCalls(batch: CallBatch): Promise<CallRecord[]> {
  const { turn, calls } = batch;
  const planned = calls.map((call, index) => plan(batch, call, index));
  const gate = batch.gate ?? new CallGate(turn.agent.policy.concurrency);
  const free = planned.filter(({ call, rule }) => call.malformed === undefined && rule === undefined);
  const held = planned.filter(({ rule }) => rule !== undefined);
  const records = new Map<PlannedCall, CallRecord>();
  // All questions are asked at once, though the answers are taken one after the other.
  const decisions = new Map(held.map((item) => [item, askAbout(batch, item)]));
  const ran = await runFree(batch, gate, free);
  for (const [index, item] of free.entries()) {
    const called = ran[index];
    if (called === undefined) continue;
    records.set(item, await settle(batch, item, { called, round: 0, start: item.call.args }));
  }
  for (const [item, decision] of decisions) records.set(item, await decide(batch, item, await decision));
  return planned.map((item) => {
    const record = records.get(item) ?? malformedCall(item.call, batch.at);
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
  const rule = call.malformed === undefined ? turn.agent.executor.heldBy(call, { catalog }) : undefined;
  // What a person has allowed for good is not asked about again.
  const isGranted = rule !== undefined && turn.grants.covers(call.name, call.args);
  return {
    call,
    place,
    span,
    rule: isGranted ? undefined : rule,
    ...(isGranted ? { grantedFrom: rule } : {}),
  };
}

/** Entries are issued in the model's order: first every announcement, then every run; the gate is waited for inside them. */
async function runFree(batch: CallBatch, gate: CallGate, planned: readonly PlannedCall[]): Promise<Called[]> {
  const { context } = batch.turn;
  const announced = planned.map((item) => {
    const place = gate.reserve(annotationsOf(batch, item).sequential === true);
    return { item, place, intent: announce(batch, item, place) };
  });
  const runs: Promise<Called>[] = [];
  for (const { item, place, intent } of announced) {
    const announcement = await intent;
    runs.push(runCall(batch, item, { announcement, place, entry: 'run' }).finally(() => place.leave()));
  }
  return context.all(runs);
}
