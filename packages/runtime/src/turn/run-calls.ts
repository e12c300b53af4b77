import {
  CallGate,
  codedError,
  errorResult,
  runInTurn,
  type GatePlace,
  type JsonObject,
  type Message,
  type ToolCatalog,
  type ToolResult,
  type ToolRuntime,
} from '@goondan/core';
import { agentCalls } from './agent-calls.ts';
import type { AskedCall } from './answer.ts';
import { malformedCall, unknownOutcome } from './call-failure.ts';
import type { StateChange } from './extension-state.ts';
import {
  calledSchema,
  decisionSchema,
  intentSchema,
  type Called,
  type CallRecord,
  type Decision,
} from './records.ts';
import { previewOf } from './preview.ts';
import { questionOf, type Approved } from './question.ts';
import { TraceSpan } from './spans.ts';
import type { TurnState } from './turn-state.ts';

/** The calls of one step and what bears on them. */
export interface CallBatch {
  readonly turn: TurnState;
  readonly stepIndex: number;
  readonly stepSpan: TraceSpan;
  /** What the step showed the model. */
  readonly catalog: ToolCatalog;
  /** The assistant message that holds the calls (CTX-3). */
  readonly message: Message;
  readonly calls: readonly AskedCall[];
  /** When the model had asked for them. */
  readonly at: number;
  /** Told of every change to the extensions' state. */
  readonly onStateChange: (change: StateChange) => void;
}

interface PlannedCall {
  readonly call: AskedCall;
  /** The start of its entries' names. */
  readonly place: string;
  readonly span: TraceSpan;
  /** The rule that holds it for a person. */
  readonly rule: string | undefined;
}

/** A person's changes may match another rule, and a middleware's change again: at some point it is no. */
const mostRounds = 3;

/**
 * Runs the calls of a step and records each with its middleware as one entry (PIPE-3), in the model's order. A call that
 * must not start twice is announced first: an attempt that finds the announcement of another and no result does not start it (SPEC §12).
 */
export async function runCalls(batch: CallBatch): Promise<CallRecord[]> {
  const { turn, calls } = batch;
  const planned = calls.map((call, index) => plan(batch, call, index));
  const gate = new CallGate(turn.agent.policy.concurrency);
  const free = planned.filter(({ call, rule }) => call.malformed === undefined && rule === undefined);
  const held = planned.filter(({ rule }) => rule !== undefined);
  const records = new Map<PlannedCall, CallRecord>();
  // All questions are asked at once, though the answers are taken one after the other.
  const decisions = new Map(held.map((item) => [item, ask(batch, item, heldAs(item))]));
  const ran = await runFree(batch, gate, free);
  for (const [index, item] of free.entries()) {
    const called = ran[index];
    if (called === undefined) continue;
    records.set(item, await settle(batch, item, { called, round: 0, start: item.call.args }));
  }
  for (const [item, decision] of decisions) records.set(item, await decide(batch, item, await decision));
  return planned.map((item) => records.get(item) ?? malformedCall(item.call, batch.at));
}

function plan(batch: CallBatch, call: AskedCall, index: number): PlannedCall {
  const { turn, stepIndex, stepSpan, catalog } = batch;
  const place = `s${stepIndex}/c${index}`;
  const span = new TraceSpan(turn, place, {
    parentSpanId: stepSpan.id,
    stepIndex,
    toolCallId: call.id,
    toolName: call.name,
  });
  const rule = call.malformed === undefined ? turn.agent.executor.heldBy(call, { catalog }) : undefined;
  return { call, place, span, rule };
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
    runs.push(run(batch, item, { announcement, place, entry: 'run' }).finally(() => place.leave()));
  }
  return context.all(runs);
}

/** Records that the handler is about to start; nothing for a call that may start again. */
async function announce(
  batch: CallBatch,
  item: PlannedCall,
  place?: GatePlace,
): Promise<Announcement | undefined> {
  const { context, agent } = batch.turn;
  const { idempotent, readOnly, orchestrates } = annotationsOf(batch, item);
  const entry = `${item.place}/intent`;
  const isNeeded =
    idempotent !== true && readOnly !== true && orchestrates !== true && agent.registry.has(item.call.name);
  // Announced before, its handler may have started, whatever the tool is now.
  if (!isNeeded && context.recall(entry, intentSchema) === undefined) return undefined;
  const intend = async (): Promise<{ attempt: string }> => {
    await place?.entered;
    started(item);
    return { attempt: context.attempt };
  };
  const { attempt } = await context.step(entry, intentSchema, intend, { isAnnouncement: true });
  return { attempt, entry };
}

interface Announcement {
  /** The attempt that made it. */
  readonly attempt: string;
  readonly entry: string;
}

interface RunOptions {
  /** Of the start, where there has to be one. */
  readonly announcement: Announcement | undefined;
  readonly place?: GatePlace;
  /** The last part of the entry's name. */
  readonly entry: string;
  readonly approved?: Approved;
}

async function run(batch: CallBatch, item: PlannedCall, options: RunOptions): Promise<Called> {
  const { context, extensions } = batch.turn;
  const { announcement, place, entry } = options;
  if (annotationsOf(batch, item).orchestrates === true) return orchestrate(batch, item, options);
  let isLive = false;
  const execution = async (): Promise<Called> => {
    isLive = true;
    await place?.entered;
    if (announcement === undefined) started(item);
    const made = await execute(batch, item, options);
    if (made.held === undefined) ended(item, made.result);
    return made;
  };
  const announced = announcement === undefined ? {} : { announcedBy: announcement.entry };
  const called = await context.step(`${item.place}/${entry}`, calledSchema, execution, announced);
  if (!isLive) {
    extensions.apply(called.state);
    called.state.forEach(batch.onStateChange);
  }
  return called;
}

/**
 * A tool that talks to other agents runs outside any entry: each of its requests is one. Taken up again it starts anew, and is answered
 * from the record as far as it got.
 */
async function orchestrate(batch: CallBatch, item: PlannedCall, options: RunOptions): Promise<Called> {
  const { context, extensions } = batch.turn;
  const name = `${item.place}/${options.entry}`;
  const recorded = context.recall(name, calledSchema);
  if (recorded !== undefined) {
    extensions.apply(recorded.state);
    recorded.state.forEach(batch.onStateChange);
    return context.step(name, calledSchema, async () => recorded);
  }
  await options.place?.entered;
  started(item);
  const made = await execute(batch, item, options);
  return context.step(name, calledSchema, async () => {
    if (made.held === undefined) ended(item, made.result);
    return made;
  });
}

async function execute(batch: CallBatch, item: PlannedCall, options: RunOptions): Promise<Called> {
  const { call, place } = item;
  const { turn, stepIndex, catalog, message } = batch;
  const { context, agent, workdir } = turn;
  if (options.announcement !== undefined && options.announcement.attempt !== context.attempt)
    return { result: unknownOutcome(call), state: [], at: Date.now() };
  const state: StateChange[] = [];
  const question = agent.policy.approvals.length === 0 ? undefined : questionOf(turn, options.approved);
  const limit = agent.executor.limitOf(call.name);
  const ended = agent.watch?.({
    turnId: context.turnId,
    entry: `${place}/${options.entry}`,
    toolCallId: call.id,
    toolName: call.name,
    timeoutMs: Number.isFinite(limit) ? limit : null,
  });
  const result = await runInTurn(
    turn.extensions.scope((change) => {
      state.push(change);
      batch.onStateChange(change);
    }),
    () =>
      agent.executor.execute(
        options.approved === undefined ? call : { ...call, args: options.approved.start },
        {
          agentName: agent.name,
          instanceKey: context.self.instanceKey,
          turnId: context.turnId,
          message,
          workdir,
          logger: agent.logger,
          ...runtimeOf(batch, item),
        },
        { catalog, stepIndex, signal: context.signal, ...question?.options },
      ),
  );
  ended?.();
  const held = question?.held();
  return {
    result: agent.mask.json(result),
    state,
    at: Date.now(),
    ...(held === undefined ? {} : { held }),
  };
}

/** What became of a run: its record, or, where middleware made it one that is held, what a person decides. */
async function settle(
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

interface Answered extends Asked {
  /** None when the turn was cancelled meanwhile. */
  readonly decision: Decision | undefined;
}

/** Asks a person, through restarts (PEND-3, POL-4). */
async function ask(batch: CallBatch, item: PlannedCall, asked: Asked): Promise<Answered> {
  const { context, agent } = batch.turn;
  const { call, place, span } = item;
  const name = `${place}/hold${asked.round}`;
  const isDecided = context.recall(name, decisionSchema) !== undefined;
  const about = {
    toolName: call.name,
    toolCallId: call.id,
    args: agent.mask.json(asked.args),
    rule: asked.rule,
  };
  const { handle, opened, result } = context.hold(name, decisionSchema, about);
  try {
    if (!isDecided) {
      await opened;
      span.tell('tool.held', { attributes: { ...about, handle } });
    }
    const decision = await result;
    if (!isDecided) span.tell('tool.released', { attributes: { handle, decision: decision.decision } });
    return { ...asked, decision };
  } catch (thrown) {
    if (!context.signal.aborted) throw thrown;
    return { ...asked, decision: undefined };
  }
}

async function decide(batch: CallBatch, item: PlannedCall, answered: Answered): Promise<CallRecord> {
  const { decision, round } = answered;
  const entry = `run${round + 1}`;
  // Cancelled meanwhile: the executor says so, and starts nothing.
  if (decision === undefined)
    return { called: await run(batch, item, { announcement: undefined, entry }), entry };
  const edited = decision.decision === 'approve' ? decision.args : undefined;
  const { start = edited ?? answered.args } = answered;
  const seen = answered.start === undefined ? start : answered.args;
  // Who is denied starts nothing.
  const announcement =
    decision.decision === 'deny'
      ? undefined
      : await announce(batch, { ...item, place: `${item.place}/${entry}` });
  const called = await run(batch, item, { announcement, entry, approved: { decision, seen, start } });
  return settle(batch, item, { called, round: round + 1, start });
}

/** Only tools annotated `orchestrates` reach beyond their process (CTX-1). */
function runtimeOf(batch: CallBatch, item: PlannedCall): { runtime?: ToolRuntime } {
  if (annotationsOf(batch, item).orchestrates !== true) return {};
  const { call, place, span } = item;
  const owner = { toolCallId: call.id, toolName: call.name };
  return { runtime: agentCalls({ turn: batch.turn, place, spanId: span.id, call: owner }) };
}

function heldAs({ call, rule = '' }: PlannedCall): Asked {
  return { args: call.args, rule, round: 0, start: undefined };
}

function annotationsOf({ turn }: CallBatch, { call }: PlannedCall): Partial<Annotations> {
  return turn.agent.registry.get(call.name)?.annotations ?? {};
}

interface Annotations {
  readonly idempotent: boolean | undefined;
  readonly readOnly: boolean | undefined;
  readonly sequential: boolean | undefined;
  readonly orchestrates: boolean | undefined;
}

function started({ span, call }: PlannedCall): void {
  span.started('tool.started', { attributes: { args: call.args } });
}

function ended({ span }: PlannedCall, result: ToolResult): void {
  const { status, error, handle } = result;
  if (status === 'error') {
    const { code = 'E_TOOL', message = '' } = error ?? {};
    span.ended('tool.failed', { error: { code, message } });
  } else {
    const attributes = handle === undefined ? { status, preview: previewOf(result) } : { status, handle };
    span.ended('tool.completed', { attributes });
  }
}

function refuse({ turn, at }: CallBatch, { call, place }: PlannedCall, entry: string): Promise<Called> {
  const message = `${call.name} was changed and held again and again; it was not run.`;
  const denied: Called = { result: errorResult(call, codedError('E_TOOL_DENIED', message)), state: [], at };
  return turn.context.step(`${place}/${entry}`, calledSchema, async () => denied);
}
