import type { JsonObject, JsonValue } from '@goondan/core';
import type { RecordReader } from '../engine/turn-context.ts';
import * as shape from '../shape/shape.ts';
import { annotationsOf, type GatedBatch, type PlannedCall } from './call-batch.ts';
import type { Approved } from './question.ts';
import { askedSchema, decisionReader, type Called, type CallRecord, type Decision } from './records.ts';
import { announce, asStarted, runCall, type RunOptions } from './run-call.ts';
import { endUnrun } from './unrun-call.ts';

/** A person's changes may match another rule, and a middleware's change again: at some point it is no. */
const mostRounds = 3;
/** A server that never has enough is not asked for ever. */
const mostQuestions = 20;

/** What became of a run: its record, or, where middleware made it one that is held, what a person decides. */
export async function settle(
  batch: GatedBatch,
  item: PlannedCall,
  { called, round, start, approved }: Settling,
): Promise<CallRecord> {
  const { asked, held } = called;
  if (asked !== undefined)
    return answer(batch, item, { asked, round, start, ...(approved === undefined ? {} : { approved }) });
  if (held === undefined) return { called, entry: round === 0 ? 'run' : `run${round}` };
  const entry = `run${round + 1}`;
  if (round >= mostRounds) return refuse(batch, item, { entry, rule: held.rule });
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
  /** Why what the person wrote before could not be run. */
  readonly problem?: string;
}

/** A call with what a person said of it. */
export interface Answered extends Asked {
  /** None when the turn was cancelled meanwhile. */
  readonly decision: Decision | undefined;
}

/** Records that a person is to be asked about a call: it stays so, whatever becomes of the rule. */
export async function noteAsked({ turn }: GatedBatch, { place, rule = '' }: PlannedCall): Promise<void> {
  await turn.context.step(`${place}/asked`, askedSchema, async () => ({ rule }));
}

/** Asks a person about a call that a rule holds. */
export function askAbout(batch: GatedBatch, item: PlannedCall): Promise<Answered> {
  const { call, rule = '' } = item;
  return ask(batch, item, { args: call.args, rule, round: 0, start: undefined });
}

/** Asks a person, through restarts (PEND-3, POL-4). */
async function ask(batch: GatedBatch, item: PlannedCall, asked: Asked): Promise<Answered> {
  const { agent } = batch.turn;
  const { call, place } = item;
  const { rule, problem } = asked;
  const about = {
    toolName: call.name,
    toolCallId: call.id,
    args: agent.mask.json(asked.args),
    rule,
    ...(problem === undefined ? {} : { problem: agent.mask.json(problem) }),
  };
  const given = await held(batch, item, {
    name: `${place}/hold${asked.round}`,
    reader: decisionReader,
    about,
    noted: { decision: 'held', reason: 'a person must approve it' },
    told: (decision) => ({ rule, ...decision }),
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
  { turn: { context } }: GatedBatch,
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
export async function decide(batch: GatedBatch, item: PlannedCall, answered: Answered): Promise<CallRecord> {
  const { decision, round, rule } = answered;
  const entry = `run${round + 1}`;
  // Cancelled meanwhile: the executor says so, and starts nothing.
  if (decision === undefined)
    return { called: await runCall(batch, item, { announcement: undefined, entry }), entry };
  if (decision.decision === 'deny') return deny(batch, item, { entry, rule, note: decision.note });
  const { args: edited } = decision;
  const problem = edited === undefined ? undefined : misfitOf(batch, item, edited);
  // Whoever wrote it is to hear of it, not the model, who did not.
  if (problem !== undefined && round < mostQuestions)
    return decide(batch, item, await ask(batch, item, { ...answered, round: round + 1, problem }));
  const { start = edited ?? answered.args } = answered;
  const seen = answered.start === undefined ? start : answered.args;
  const approved = { decision, seen, start };
  const called = await runAgain(batch, item, { entry, approved });
  return settle(batch, item, { called, round: round + 1, start, approved });
}

/** What is wrong with arguments that a person wrote. */
function misfitOf(
  { turn, catalog }: GatedBatch,
  { call: { name } }: PlannedCall,
  args: JsonObject,
): string | undefined {
  const { rule, reason } = turn.agent.executor.explain({ name, args }, { catalog });
  return rule === 'parameters' ? reason : undefined;
}

/** Runs a call after a person's answer, in its turn among those that run side by side. */
async function runAgain(
  batch: GatedBatch,
  item: PlannedCall,
  options: Omit<RunOptions, 'announcement' | 'place'>,
): Promise<Called> {
  const place = batch.gate.reserve(annotationsOf(batch, item).sequential === true);
  try {
    const announced = { ...asStarted(item, options.approved), place: `${item.place}/${options.entry}` };
    const announcement = await announce(batch, announced, place);
    return await runCall(batch, item, { ...options, announcement, place });
  } finally {
    place.leave();
  }
}

interface Asking extends Omit<Settling, 'called'> {
  readonly asked: NonNullable<Called['asked']>;
}

/** Has a person answer what the handler wants to know, through restarts, and runs it again (PEND-3). */
async function answer(batch: GatedBatch, item: PlannedCall, asking: Asking): Promise<CallRecord> {
  const { turn } = batch;
  const { asked, round, start, approved } = asking;
  const entry = `run${round + 1}`;
  if (round >= mostQuestions) return giveUp(batch, item, entry);
  const about = { toolName: item.call.name, toolCallId: item.call.id, question: asked.about };
  const given = await held(batch, item, { name: `${item.place}/hold${round}`, reader: shape.json(), about });
  // Cancelled meanwhile: the executor says so, and starts nothing.
  if (given === undefined)
    return { called: await runCall(batch, item, { announcement: undefined, entry }), entry };
  const answered = { answer: turn.mask.json(given.value), state: asked.state };
  const before = approved === undefined ? {} : { approved };
  const called = await runAgain(batch, item, { entry, answered, ...before });
  return settle(batch, item, { called, round: round + 1, start, ...before });
}

interface Refusal {
  readonly entry: string;
  readonly rule: string;
  readonly note?: string | undefined;
}

/** What a person has denied does not go through its middleware: that could make of it what no rule holds. */
function deny(batch: GatedBatch, item: PlannedCall, { entry, rule, note }: Refusal): Promise<CallRecord> {
  return endUnrun(batch, item, {
    entry,
    code: 'E_TOOL_DENIED',
    message: `${item.call.name} was denied${note === undefined ? '.' : `: ${note}`}`,
    told: { rule, reason: 'a person has denied it' },
  });
}

function refuse(batch: GatedBatch, item: PlannedCall, { entry, rule }: Refusal): Promise<CallRecord> {
  return endUnrun(batch, item, {
    entry,
    code: 'E_TOOL_DENIED',
    message: `${item.call.name} was changed and held again and again; it was not run.`,
    told: { rule, reason: 'it changed each time it was approved' },
  });
}

function giveUp(batch: GatedBatch, item: PlannedCall, entry: string): Promise<CallRecord> {
  return endUnrun(batch, item, {
    entry,
    code: 'E_TOOL_UNANSWERED',
    message: `${item.call.name} asked ${mostQuestions} times; it was not run again.`,
    told: { reason: 'it has asked too often' },
  });
}
