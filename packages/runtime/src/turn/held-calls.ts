import { codedError, errorResult, type JsonObject, type JsonValue } from '@goondan/core';
import type { RecordReader } from '../engine/turn-context.ts';
import * as shape from '../shape/shape.ts';
import type { CallBatch, PlannedCall } from './call-batch.ts';
import type { Approved } from './question.ts';
import { calledSchema, decisionReader, type Called, type CallRecord, type Decision } from './records.ts';
import { announce, runCall } from './run-call.ts';

/** A person's changes may match another rule, and a middleware's change again: at some point it is no. */
const mostRounds = 3;
/** A server that never has enough is not asked for ever. */
const mostQuestions = 20;

/** What became of a run: its record, or, where middleware made it one that is held, what a person decides. */
export async function settle(
  batch: CallBatch,
  item: PlannedCall,
  { called, round, start, approved }: Settling,
): Promise<CallRecord> {
  const { asked, held } = called;
  if (asked !== undefined)
    return answer(batch, item, { asked, round, start, ...(approved === undefined ? {} : { approved }) });
  if (held === undefined) return { called, entry: round === 0 ? 'run' : `run${round}` };
  const entry = `run${round + 1}`;
  if (round >= mostRounds) return { called: await refuse(batch, item, entry), entry };
  return decide(batch, item, await ask(batch, item, { ...held, round, start }));
}

/** A run and what it was made with. */
interface Settling {
  readonly called: Called;
  readonly round: number;
  readonly start: JsonObject;
  /** What a person has allowed is not asked about again. */
  readonly approved?: Approved;
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
  const { agent } = batch.turn;
  const { call, place } = item;
  const about = {
    toolName: call.name,
    toolCallId: call.id,
    args: agent.mask.json(asked.args),
    rule: asked.rule,
  };
  const given = await held(batch, item, {
    name: `${place}/hold${asked.round}`,
    reader: decisionReader,
    about,
    noted: { decision: 'held', reason: 'a person must approve it' },
    told: (decision) => ({ rule: asked.rule, ...decision }),
  });
  return { ...asked, decision: given?.value };
}

interface Holding<Value extends JsonValue> {
  readonly name: string;
  readonly reader: RecordReader<Value>;
  readonly about: JsonObject;
  /** What those who watch are told besides. */
  readonly noted?: JsonObject;
  /** What they are told of the answer. */
  readonly told?: (value: Value) => JsonObject;
}

/** Waits for a person; nothing when the turn was cancelled meanwhile. */
async function held<Value extends JsonValue>(
  { turn: { context } }: CallBatch,
  { span }: PlannedCall,
  { name, reader, about, noted, told }: Holding<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const isDecided = context.recall(name, reader) !== undefined;
  const { handle, opened, result } = context.hold(name, reader, about);
  try {
    if (!isDecided) {
      await opened;
      // Cancelled meanwhile, or before: nobody is to be asked.
      if (!context.signal.aborted) span.tell('tool.held', { attributes: { ...about, handle, ...noted } });
    }
    const value = await result;
    if (!isDecided) span.tell('tool.released', { attributes: { handle, ...told?.(value) } });
    return { value };
  } catch (thrown) {
    if (!context.signal.aborted) throw thrown;
    return undefined;
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
  const approved = { decision, seen, start };
  const called = await runCall(batch, item, { announcement, entry, approved });
  return settle(batch, item, { called, round: round + 1, start, approved });
}

interface Asking extends Omit<Settling, 'called'> {
  readonly asked: NonNullable<Called['asked']>;
}

/** Has a person answer what the handler wants to know, through restarts, and runs it again (PEND-3). */
async function answer(batch: CallBatch, item: PlannedCall, asking: Asking): Promise<CallRecord> {
  const { turn } = batch;
  const { asked, round, start, approved } = asking;
  const entry = `run${round + 1}`;
  if (round >= mostQuestions) return { called: await giveUp(batch, item, entry), entry };
  const about = { toolName: item.call.name, toolCallId: item.call.id, question: asked.about };
  const given = await held(batch, item, { name: `${item.place}/hold${round}`, reader: shape.json(), about });
  // Cancelled meanwhile: the executor says so, and starts nothing.
  if (given === undefined)
    return { called: await runCall(batch, item, { announcement: undefined, entry }), entry };
  const answered = { answer: turn.mask.json(given.value), state: asked.state };
  const announcement = await announce(batch, { ...item, place: `${item.place}/${entry}` });
  const called = await runCall(batch, item, {
    announcement,
    entry,
    answered,
    ...(approved === undefined ? {} : { approved }),
  });
  return settle(batch, item, {
    called,
    round: round + 1,
    start,
    ...(approved === undefined ? {} : { approved }),
  });
}

function giveUp({ turn, at }: CallBatch, { call, place }: PlannedCall, entry: string): Promise<Called> {
  const message = `${call.name} asked ${mostQuestions} times; it was not run again.`;
  const called: Called = {
    result: errorResult(call, codedError('E_TOOL_UNANSWERED', message)),
    state: [],
    at,
  };
  return turn.context.step(`${place}/${entry}`, calledSchema, async () => called);
}

function refuse({ turn, at }: CallBatch, { call, place }: PlannedCall, entry: string): Promise<Called> {
  const message = `${call.name} was changed and held again and again; it was not run.`;
  const denied: Called = { result: errorResult(call, codedError('E_TOOL_DENIED', message)), state: [], at };
  return turn.context.step(`${place}/${entry}`, calledSchema, async () => denied);
}
