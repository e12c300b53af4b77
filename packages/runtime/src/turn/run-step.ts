import {
  runInTurn,
  runStepChain,
  type Message,
  type StepResult,
  type ToolCall,
  type ToolCatalog,
} from '@goondan/core';
import { turnErrorOf } from '../engine/turn-outcome.ts';
import { agentCalls } from './agent-calls.ts';
import { answerMessage, callsOf, textOf, withUniqueIds, type AskedCall } from './answer.ts';
import { isSameNote, noteCatalog, restoreCatalog } from './catalog-note.ts';
import { executeScope } from './execute.ts';
import { generateScope } from './generate.ts';
import { layersMessage, layersResult } from './layers-answer.ts';
import { MaskedDeltas } from './masked-deltas.ts';
import { middlewareError } from './middleware-error.ts';
import { onceScope } from './once.ts';
import {
  calledSchema,
  endedSchema,
  preparedSchema,
  saidSchema,
  type Called,
  type CallRecord,
  type Ended,
  type Said,
} from './records.ts';
import { malformedCall } from './call-failure.ts';
import { runCalls } from './run-calls.ts';
import { resultMessage } from './result-message.ts';
import { noteMessages, restoreMessages } from './shown-messages.ts';
import { TraceSpan } from './spans.ts';
import { stepItems, withoutBlocked } from './step-items.ts';
import { StepLog } from './step-log.ts';
import type { TurnState } from './turn-state.ts';
import { unlessCancelled } from './unless-cancelled.ts';
import { wholeConversation } from './whole-conversation.ts';

/** Runs one step through its middleware, or tells from the record how it went when it is finished (PIPE-3). */
export async function runStep(turn: TurnState, stepIndex: number): Promise<StepResult> {
  const { context, agent, conversation, extensions } = turn;
  const step = new Step(turn, stepIndex);
  const ended = context.recall(`s${stepIndex}/end`, endedSchema);
  if (ended !== undefined) return step.retell(ended);
  // Cancelled: nothing new begins. What the model has asked for already is seen to, so that the conversation is complete.
  if (context.recall(`s${stepIndex}/model`, saidSchema) === undefined) context.signal.throwIfAborted();
  const agents = agentCalls({ turn, place: `s${stepIndex}`, spanId: step.span.id });
  const chain = runInTurn(
    extensions.scope((change) => step.log.state.push(change)),
    () =>
      runStepChain(
        {
          middlewares: agent.pipeline.step.ordered(),
          registry: agent.registry,
          core: (catalog, messages) => step.run(withoutBlocked(agent, catalog), messages),
        },
        {
          turn: {
            id: context.turnId,
            agentName: agent.name,
            instanceKey: context.self.instanceKey,
            inputEvent: turn.event,
          },
          stepIndex,
          conversationState: conversation.view,
          toolCatalog: stepItems(agent),
          metadata: {},
          agents,
          emitMessageEvent: (event) => step.log.emit(event),
          onceOf: onceScope(turn, `s${stepIndex}`),
          generateOf: generateScope({
            turn,
            place: `s${stepIndex}`,
            span: step.span,
            onSpent: (usage) => step.log.spend(usage),
          }),
          executeOf: executeScope({
            turn,
            place: `s${stepIndex}`,
            stepIndex,
            span: step.span,
            onStateChange: (change) => step.log.state.push(change),
            onExecuted: (entry) => step.log.executed.push(entry),
          }),
        },
      ),
  );
  return unlessCancelled(context.signal, chain).then(
    (result) => step.end(result),
    (thrown: unknown) => step.fail(thrown),
  );
}

/** One step: asks the model, runs what it asks for, and tells the conversation. */
class Step {
  readonly log: StepLog;
  readonly span: TraceSpan;
  readonly #turn: TurnState;
  readonly #stepIndex: number;
  readonly #place: string;
  #runs: (string | null)[] = [];
  #core: Promise<StepResult> | undefined;
  #isHeard = false;

  constructor(turn: TurnState, stepIndex: number) {
    this.#turn = turn;
    this.#stepIndex = stepIndex;
    this.#place = `s${stepIndex}`;
    this.span = new TraceSpan(turn, this.#place, { parentSpanId: turn.span.id, stepIndex });
    this.log = new StepLog(turn.conversation, turn.mask);
  }

  /** What the layers of the step surround. */
  run(offered: ToolCatalog, messages?: readonly Message[]): Promise<StepResult> {
    this.#core = this.#run(offered, messages);
    return this.#core;
  }

  async #run(offered: ToolCatalog, left: readonly Message[] | undefined): Promise<StepResult> {
    const prepared = await this.#prepare(offered, left);
    const { said, shown } = await this.#ask(prepared);
    const { message, calls } = this.#hear(said);
    const records = await runCalls({
      turn: this.#turn,
      stepIndex: this.#stepIndex,
      stepSpan: this.span,
      catalog: shown,
      message,
      calls,
      at: said.at,
      onStateChange: (change) => this.log.state.push(change),
    });
    this.#take(calls, records);
    const { usage, finishReason, modelId } = said.answer;
    this.span.ended('step.completed', { usage, attributes: { finishReason, responseModel: modelId } });
    return {
      text: textOf(said.answer),
      toolCalls: calls.map(plainCall),
      toolResults: records.map(({ called }) => called.result),
      usage,
    };
  }

  /** Notes how the step went. Where its layers answered for the model, their answer is part of the conversation too. */
  async end(result: unknown): Promise<StepResult> {
    const own = (await this.#settled())?.result;
    const { text, toolCalls } = own !== undefined && own === result ? own : layersResult(result);
    const toolResults = own?.toolResults ?? [];
    if (!this.#isHeard && text !== '')
      this.log.emit({ type: 'append', message: layersMessage(this.#turn, this.#stepIndex, text) });
    this.#turn.context.remember(
      `${this.#place}/end`,
      this.log.ended({ runs: this.#runs, result: { text, toolCalls: toolCalls.map(plainCall) } }),
    );
    return { text, toolCalls, toolResults };
  }

  /** Ends a step whose layers threw: what came from inside them is not theirs. */
  async fail(thrown: unknown): Promise<never> {
    const own = await this.#settled();
    throw own !== undefined && own.thrown === thrown ? thrown : middlewareError('step', thrown);
  }

  /** A layer may not have waited for what it surrounds; until that is over the conversation is not complete. */
  async #settled(): Promise<{ readonly result?: StepResult; readonly thrown?: unknown } | undefined> {
    try {
      return this.#core && { result: await this.#core };
    } catch (thrown) {
      this.#turn.context.signal.throwIfAborted();
      return { thrown };
    }
  }

  /** Tells again how a finished step went; its middleware is not entered. */
  async retell({ events, state, spent, executed = [], runs, result }: Ended): Promise<StepResult> {
    const { context, extensions } = this.#turn;
    for (const { entry, ...call } of executed)
      this.#retake(call, await context.step(entry, calledSchema, unrecorded));
    let calls: AskedCall[] = [];
    let records: CallRecord[] = [];
    for (const event of events) {
      if (event === 'assistant') {
        const said = await context.step(`${this.#place}/model`, saidSchema, unrecorded);
        ({ calls } = this.#hear(said));
        records = await this.#recorded(calls, runs, said.at);
      } else if (event === 'results') this.#take(calls, records);
      else this.log.emitStored(event);
    }
    extensions.apply(state);
    if (spent !== undefined) this.#turn.spend(spent);
    return { ...result, toolResults: records.map(({ called }) => called.result) };
  }

  /** What a person allowed for good holds from then on. */
  #retake(call: ToolCall, { result, grant }: Called): void {
    this.#turn.called(call, result);
    if (grant !== undefined) this.#turn.grants.add(grant);
  }

  async #recorded(
    calls: readonly AskedCall[],
    runs: readonly (string | null)[],
    at: number,
  ): Promise<CallRecord[]> {
    const records: CallRecord[] = [];
    for (const [index, call] of calls.entries()) {
      const entry = runs[index] ?? null;
      const name = `${this.#place}/c${index}/${entry}`;
      records.push(
        entry === null
          ? malformedCall(call, this.#turn.agent.registry, at)
          : { called: await this.#turn.context.step(name, calledSchema, unrecorded), entry },
      );
    }
    return records;
  }

  /** Records what step middleware made of the step, so that the model is asked the same after a crash. */
  async #prepare(offered: ToolCatalog, left: readonly Message[] | undefined): Promise<Prepared> {
    const { context, agent, conversation, mask } = this.#turn;
    if (agent.pipeline.step.ordered().length === 0)
      return { catalog: offered, messages: conversation.messages };
    let isLive = false;
    const prepared = await context.step(`${this.#place}/prepare`, preparedSchema, async () => {
      isLive = true;
      const messages = noteMessages(left, conversation.messages, mask);
      return {
        events: this.log.emitted,
        catalog: noteCatalog(offered),
        ...(messages === undefined ? {} : { messages }),
      };
    });
    if (!isLive) this.log.replace(prepared.events);
    return {
      catalog: isLive ? offered : restoreCatalog(prepared.catalog, agent.registry),
      messages: restoreMessages(prepared.messages, conversation.messages),
    };
  }

  async #ask(prepared: Prepared): Promise<{ readonly said: Said; readonly shown: ToolCatalog }> {
    const { context, agent, catalogNote } = this.#turn;
    let isLive = false;
    const said = await context.step(`${this.#place}/model`, saidSchema, async () => {
      isLive = true;
      return this.#callModel(prepared);
    });
    return {
      said,
      shown: isLive ? prepared.catalog : restoreCatalog(said.catalog ?? catalogNote, agent.registry),
    };
  }

  async #callModel({ catalog, messages }: Prepared): Promise<Said> {
    const { context, agent, callIds } = this.#turn;
    const { model, instructions } = agent;
    context.signal.throwIfAborted();
    this.span.started('step.started', { attributes: { provider: model.provider, model: model.modelId } });
    const deltas = new MaskedDeltas(this.#turn, this.#stepIndex);
    try {
      const asked = model.call({
        ...(instructions === undefined ? {} : { instructions }),
        messages: wholeConversation(messages.map(({ data }) => data)),
        tools: catalog.items(),
        signal: context.signal,
        onDelta: (delta) => deltas.add(delta),
        onRetry: ({ code, message, attempt, waitMs }) =>
          this.span.tell('model.retried', { error: { code, message }, attributes: { attempt, waitMs } }),
      });
      const answer = await asked.finally(() => deltas.end());
      const note = noteCatalog(catalog);
      return {
        answer: agent.mask.json(withUniqueIds(answer, callIds)),
        catalog: isSameNote(note, this.#turn.catalogNote) ? null : note,
        at: Date.now(),
      };
    } catch (thrown) {
      this.span.ended('step.failed', { error: turnErrorOf(thrown) });
      throw thrown;
    }
  }

  #hear({ answer, catalog, at }: Said): { readonly message: Message; readonly calls: AskedCall[] } {
    const { context } = this.#turn;
    this.#isHeard = true;
    this.#turn.catalogNote = catalog ?? this.#turn.catalogNote;
    const id = `${context.turnId}/${this.#place}/assistant`;
    const message = answerMessage(answer, { id, stepIndex: this.#stepIndex, at });
    this.#turn.spend(answer.usage);
    this.log.emitOwn('assistant', [{ type: 'append', message }]);
    return { message, calls: callsOf(answer) };
  }

  /** Each result is a message of its own (PIPE-2). */
  #take(calls: readonly AskedCall[], records: readonly CallRecord[]): void {
    const { context, repetition } = this.#turn;
    this.#runs = records.map(({ entry }) => entry);
    const messages = records.flatMap(({ called }, index) => {
      const call = calls[index];
      if (call === undefined) return [];
      this.#retake(plainCall(call), called);
      const id = `${context.turnId}/${this.#place}/c${index}`;
      return [resultMessage({ id, result: called.result, at: called.at, notice: repetition.note(call) })];
    });
    if (messages.length > 0)
      this.log.emitOwn(
        'results',
        messages.map((message) => ({ type: 'append', message })),
      );
  }
}

/** What a step shows the model. */
interface Prepared {
  readonly catalog: ToolCatalog;
  readonly messages: readonly Message[];
}

function plainCall({ id, name, args }: ToolCall): ToolCall {
  return { id, name, args };
}

/** For entries that a finished step has. */
function unrecorded(): Promise<never> {
  return Promise.reject(new Error('A finished step lacks an entry.'));
}
