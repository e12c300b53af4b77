import {
  runInTurn,
  type Answered,
  type AskedQuestion,
  type GatePlace,
  type JsonObject,
  type ToolResult,
  type ToolRuntime,
} from '@goondan/core';
import { agentCalls } from './agent-calls.ts';
import { annotationsOf, type CallBatch, type PlannedCall } from './call-batch.ts';
import { CallWatch } from './call-watch.ts';
import { unknownOutcome } from './call-failure.ts';
import type { StateChange } from './extension-state.ts';
import { frozenMessage } from './frozen-message.ts';
import { grantFor, type Grant } from './grants.ts';
import { previewOf } from './preview.ts';
import { questionOf, type Approved } from './question.ts';
import { calledSchema, intentSchema, type Called } from './records.ts';

/** Records that the handler is about to start; nothing for a call that may start again. */
export async function announce(
  batch: CallBatch,
  item: PlannedCall,
  place?: GatePlace,
): Promise<Announcement | undefined> {
  const { context } = batch.turn;
  const entry = `${item.place}/intent`;
  // Announced before, its handler may have started, whatever the tool is now.
  if (!isAnnounced(batch, item) && context.recall(entry, intentSchema) === undefined) return undefined;
  const intend = async (): Promise<{ attempt: string }> => {
    await place?.entered;
    started(batch, item);
    return { attempt: context.attempt };
  };
  const { attempt } = await context.step(entry, intentSchema, intend, { isAnnouncement: true });
  return { attempt, entry };
}

/** Whether a call is announced: it must not start twice. */
export function isAnnounced(batch: CallBatch, item: PlannedCall): boolean {
  const { idempotent, readOnly, orchestrates } = annotationsOf(batch, item);
  const mayStartAgain = idempotent === true || readOnly === true || orchestrates === true;
  return !mayStartAgain && batch.turn.agent.registry.has(item.call.name);
}

/** That a handler is about to start. */
export interface Announcement {
  /** The attempt that made it. */
  readonly attempt: string;
  readonly entry: string;
}

/** How a call is run. */
export interface RunOptions {
  /** Of the start, where there has to be one. */
  readonly announcement: Announcement | undefined;
  readonly place?: GatePlace;
  /** Leaves its place when the handler has ended, not when that is recorded: for places that only calls wait for which are announced. */
  readonly leavesEarly?: boolean;
  /** The last part of the entry's name. */
  readonly entry: string;
  readonly approved?: Approved;
  /** What a person answered to the handler's question. */
  readonly answered?: Answered;
}

/** Runs one call and records it with its middleware as one entry. */
export async function runCall(batch: CallBatch, item: PlannedCall, options: RunOptions): Promise<Called> {
  const { context, extensions } = batch.turn;
  const { announcement, place, leavesEarly = false, entry } = options;
  if (annotationsOf(batch, item).orchestrates === true) return orchestrate(batch, item, options);
  let isLive = false;
  const execution = async (): Promise<Called> => {
    isLive = true;
    await place?.entered;
    if (announcement === undefined) started(batch, asStarted(item, options.approved));
    const made = await execute(batch, item, options);
    if (isOver(made)) ended(item, made.result);
    // The next is announced along with this result, by one wait for the disk, and starts after it.
    if (leavesEarly) place?.leave();
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
  started(batch, asStarted(item, options.approved));
  const made = await execute(batch, item, options);
  return context.step(name, calledSchema, async () => {
    if (isOver(made)) ended(item, made.result);
    return made;
  });
}

async function execute(batch: CallBatch, item: PlannedCall, options: RunOptions): Promise<Called> {
  const { call, place } = item;
  const { turn, stepIndex, catalog, message } = batch;
  const { context, agent, workdir } = turn;
  if (options.announcement !== undefined && options.announcement.attempt !== context.attempt)
    return { result: unknownOutcome(call, agent.registry), state: [], at: Date.now() };
  const state: StateChange[] = [];
  const question = agent.policy.approvals.length === 0 ? undefined : questionOf(turn, options.approved);
  let asked: AskedQuestion | undefined;
  const limit = agent.executor.limitOf(call.name);
  const watch = await CallWatch.begin(agent, {
    turnId: context.turnId,
    entry: `${place}/${options.entry}`,
    toolCallId: call.id,
    toolName: call.name,
    timeoutMs: Number.isFinite(limit) ? limit : null,
  });
  const begun = performance.now();
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
          message: frozenMessage(message),
          workdir,
          logger: agent.logger,
          ...(options.answered === undefined ? {} : { answered: options.answered }),
          ...runtimeOf(batch, item, watch),
        },
        {
          catalog,
          stepIndex,
          signal: context.signal,
          ask: (question) => void (asked = question),
          ...question?.options,
        },
      ),
  );
  watch.end();
  const held = question?.held();
  return {
    result: agent.mask.json(result),
    state,
    at: Date.now(),
    tookMs: Math.round((performance.now() - begun) * 100) / 100,
    ...(held === undefined ? agent.mask.json(grantOf(item, options.approved)) : { held }),
    ...(asked === undefined ? {} : { asked: agent.mask.json(asked) }),
  };
}

/** Whether the call has its result, and waits for nobody. */
function isOver({ held, asked }: Called): boolean {
  return held === undefined && asked === undefined;
}

/** Only tools annotated `orchestrates` reach beyond their process (CTX-1). */
function runtimeOf(batch: CallBatch, item: PlannedCall, watch: CallWatch): { runtime?: ToolRuntime } {
  if (annotationsOf(batch, item).orchestrates !== true) return {};
  const { call, place, span } = item;
  const owner = { toolCallId: call.id, toolName: call.name };
  const calls = agentCalls({ turn: batch.turn, place, spanId: span.id, call: owner });
  return {
    runtime: {
      request: (...asked) => watch.pausedFor(() => calls.request(...asked)),
      send: (...told) => watch.pausedFor(() => calls.send(...told)),
      handoff: (...handed) => watch.pausedFor(() => calls.handoff(...handed)),
      list: () => watch.pausedFor(() => calls.list()),
      spawn: (to) => watch.pausedFor(() => calls.spawn(to)),
      sleep: (ms) => watch.pausedFor(() => calls.sleep(ms)),
    },
  };
}

/** The call with the arguments it starts with: a person may have written others than the model. */
export function asStarted(item: PlannedCall, approved: Approved | undefined): PlannedCall {
  return approved === undefined ? item : { ...item, call: { ...item.call, args: approved.start } };
}

function started(batch: CallBatch, item: PlannedCall): void {
  const { span, call } = item;
  span.started('tool.started', { attributes: { args: call.args, ...policyOf(batch, item) } });
}

/** What let the call come this far, by which rule; or what will keep it from running (POL-1). */
function policyOf({ turn, catalog }: CallBatch, { call, rule, grantedFrom }: PlannedCall): JsonObject {
  if (rule !== undefined) return { decision: 'allowed', rule, reason: 'a person has decided on it' };
  if (grantedFrom !== undefined)
    return { decision: 'allowed', rule: grantedFrom, reason: 'a person has allowed such calls for good' };
  return { ...turn.agent.executor.decide(call.name, { catalog }) };
}

/** What is always to be allowed from now on, where the person who approved the call said so. */
function grantOf({ call }: PlannedCall, approved: Approved | undefined): { grant?: Grant } {
  if (approved?.decision.decision !== 'approve' || approved.decision.always === undefined) return {};
  const { always, args = approved.seen } = approved.decision;
  return { grant: grantFor(call.name, args, always) };
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
