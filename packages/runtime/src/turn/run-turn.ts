import { delegatedPolicy, runInTurn, runTurnChain, type TurnResult } from '@goondan/core';
import { handedBack, handleOf } from '../engine/handoff.ts';
import type { TurnContext } from '../engine/turn-context.ts';
import { turnErrorOf, turnOutcomeSchema, type TurnOutcome } from '../engine/turn-outcome.ts';
import type { TurnInput } from '../engine/turn-runner.ts';
import { runPlanTurn } from '../plan/plan-turn.ts';
import * as shape from '../shape/shape.ts';
import { agentCalls } from './agent-calls.ts';
import type { Agent } from './agent.ts';
import { planType, revokeType, toolCallType } from '../engine/event-type.ts';
import { executeScope } from './execute.ts';
import { fittedEvent } from './fitted-event.ts';
import { generateScope } from './generate.ts';
import { inputMessage } from './input-message.ts';
import { checkLimits } from './limits.ts';
import { middlewareError } from './middleware-error.ts';
import { onceScope } from './once.ts';
import { keepWhitelists, whitelistsOf } from './delegated-work.ts';
import { runRevokeTurn } from './revoke-turn.ts';
import { runStep } from './run-step.ts';
import { checkedEvent, reviveEvent } from './stored-message.ts';
import { stepItems } from './step-items.ts';
import { runToolTurn } from './tool-turn.ts';
import { TurnState } from './turn-state.ts';
import { unlessCancelled } from './unless-cancelled.ts';

type TurnEnd = Pick<TurnOutcome, 'status' | 'output' | 'error'>;

/**
 * One turn from its event to its outcome, on any engine: pure orchestration, so that taken up again after a crash it goes the same
 * way. Never rejects for what a model, a tool or an extension does; the conversation it leaves is always complete.
 */
export async function runTurn(context: TurnContext, loaded: Agent, input: TurnInput): Promise<TurnOutcome> {
  const whitelists = await whitelistsOf(context, input.event);
  const agent = ofAttempt(narrowed(loaded, whitelists), input);
  const turn = await TurnState.open(context, agent, input);
  const { provider, modelId: model } = agent.model;
  turn.span.started(input.isResumed ? 'turn.resumed' : 'turn.started', { attributes: { provider, model } });
  const end = await endOfKind(turn);
  const { error } = end;
  turn.extensions.save(context);
  turn.span.ended(`turn.${end.status}`, { usage: turn.usage, ...(error === undefined ? {} : { error }) });
  const outcome = turn.outcome(turn.mask.json(end));
  keepWhitelists(context, outcome, whitelists);
  const handle = handleOf(input.event);
  if (handle !== undefined) await context.answer('answer', handle, handedBack(outcome));
  return outcome;
}

/** A turn of calls alone has no model and no conversation. */
function endOfKind(turn: TurnState): Promise<TurnEnd> {
  switch (turn.event.type) {
    case toolCallType:
      return runToolTurn(turn);
    case planType:
      return runPlanTurn(turn);
    case revokeType:
      return runRevokeTurn(turn);
    default:
      return converse(turn);
  }
}

/** The agent with what came with the request laid over its policy. */
function narrowed(agent: Agent, whitelists: readonly (readonly string[])[]): Agent {
  if (whitelists.length === 0) return agent;
  const policy = delegatedPolicy(agent.policy, whitelists);
  return { ...agent, policy, executor: agent.executor.withPolicy(policy) };
}

/** Where an earlier attempt has not heard of its end yet, its calls are still under way: they are not those of this one (PAR-2). */
function ofAttempt(agent: Agent, { isResumed }: TurnInput): Agent {
  return isResumed ? { ...agent, executor: agent.executor.withPolicy(agent.policy) } : agent;
}

async function converse(turn: TurnState): Promise<TurnEnd> {
  const { context, conversation } = turn;
  const event = await fittedEvent(turn);
  conversation.emit({ type: 'append', message: inputMessage(event, context.turnId) });
  const end = await throughMiddleware(turn);
  conversation.save(context);
  return end;
}

async function throughMiddleware(turn: TurnState): Promise<TurnEnd> {
  const { context, agent, event, conversation, extensions } = turn;
  const { turnId, self } = context;
  let steps: Promise<TurnResult> | undefined;
  const execute = executeScope({
    turn,
    place: 'turn',
    stepIndex: 0,
    span: turn.span,
    onStateChange: () => {},
  });
  try {
    const chain = runInTurn(
      extensions.scope(() => {}),
      () =>
        runTurnChain(
          { middlewares: agent.pipeline.turn.ordered(), core: () => (steps = runSteps(turn)) },
          {
            agentName: agent.name,
            instanceKey: self.instanceKey,
            turnId,
            inputEvent: event,
            conversationState: conversation.view,
            metadata: {},
            agents: agentCalls({ turn, place: 'turn', spanId: turn.span.id }),
            emitMessageEvent: (messageEvent) =>
              conversation.emit(reviveEvent(checkedEvent(messageEvent, turn.mask))),
            onceOf: onceScope(turn, 'turn'),
            generateOf: generateScope({ turn, place: 'turn', span: turn.span }),
            executeOf: (layer) => execute(layer, () => stepItems(agent)),
          },
        ),
    );
    const result = await unlessCancelled(context.signal, chain);
    // A layer may not have waited for the steps; until they are over the conversation is not complete.
    const inner = await steps;
    return inner?.status === 'cancelled' ? endOf(inner) : endOf(result);
  } catch (thrown) {
    await steps;
    // The steps inside never throw: what comes out of the chain is a middleware's.
    return failed(turn, middlewareError('turn', thrown));
  }
}

/** What turn middleware surrounds: steps until the model asks for nothing more. Resolves also when they fail. */
async function runSteps(turn: TurnState): Promise<TurnResult> {
  const { turnId } = turn.context;
  try {
    for (;;) {
      checkLimits(turn);
      const { text, toolCalls } = await runStep(turn, turn.steps);
      turn.steps += 1;
      if (toolCalls.length === 0) return { turnId, status: 'completed', output: text, usage: turn.usage };
    }
  } catch (thrown) {
    return { turnId, ...failed(turn, thrown), usage: turn.usage };
  }
}

function failed(
  { context, mask }: TurnState,
  thrown: unknown,
): TurnEnd & { error: NonNullable<TurnEnd['error']> } {
  const { signal } = context;
  // Whatever came of it, a cancelled turn was cancelled.
  const error = mask.json(turnErrorOf(signal.aborted ? signal.reason : thrown));
  return { status: signal.aborted ? 'cancelled' : 'failed', error };
}

const turnEndSchema = shape.object({
  status: turnOutcomeSchema.fields.status,
  output: turnOutcomeSchema.fields.output,
  error: turnOutcomeSchema.fields.error,
});

function endOf(result: unknown): TurnEnd {
  const parsed = turnEndSchema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error('it answered with no TurnResult');
}
