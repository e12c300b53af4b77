import { mkdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { GoondanError } from '@goondan/core';
import type { Address, TurnOutcome, TurnRunner } from '@goondan/runtime';
import { turnOutcomeSchema } from '@goondan/runtime';
import { failedOutcome, handedBack, handleOf, isTraceId, shape } from '@goondan/runtime/engine';
import {
  handlers,
  object,
  type ObjectContext,
  type ObjectSharedContext,
} from '@restatedev/restate-sdk/fetch';
import { ClusterCalls } from '../turn/cluster-calls.ts';
import { heldKey, heldSerde, waitedKey, waitedSerde } from '../turn/held-state.ts';
import { overlapMs } from '../turn/held-time.ts';
import { RestateTurn, type RestateTurnHost } from '../turn/restate-turn.ts';
import { isTurnJournal } from '../turn/turn-journal.ts';
import { jsonSerde } from './json-serde.ts';
import type { ServiceNames } from './service-names.ts';
import { retentionOf, serviceOptions, type ServiceTimes } from './service-options.ts';
import {
  cancelledTurnsSchema,
  heldAnswerSchema,
  heldQuestionSchema,
  turnRequestSchema,
  turnResultSchema,
  type TurnRequest,
  type TurnResult,
} from './wire.ts';

/** What the instances of an agent are served with. */
export interface AgentObjectOptions {
  readonly agent: string;
  readonly names: ServiceNames;
  readonly host: RestateTurnHost;
  /** Loads the agent at its first turn. */
  readonly runner: () => Promise<TurnRunner>;
  readonly workdirOf: (instanceKey: string) => string;
  readonly times: ServiceTimes;
}

const endSchema = shape.object({
  outcome: turnOutcomeSchema,
  changes: shape.array(shape.object({ key: shape.string(), value: shape.json() })),
});
const jsonValue = jsonSerde(shape.json());
/** Turns that were cancelled before they began: handed in again they are still the same turns. */
const cancelledKey = 'engine/cancelled';
const cancelledSerde = jsonSerde(cancelledTurnsSchema);
const mostCancelled = 1_000;

/** The instances of an agent as virtual objects: the turns of one run one after the other, first in first out. */
export function agentObject(options: AgentObjectOptions) {
  const { agent, names, times } = options;
  return object({
    name: names.agent(agent),
    handlers: {
      turn: handlers.object.exclusive(
        {
          input: jsonSerde(turnRequestSchema),
          output: jsonSerde(turnResultSchema),
          idempotencyRetention: retentionOf(times),
          explicitCancellation: true,
        },
        (context: ObjectContext, request: TurnRequest) => runInstanceTurn(options, context, request),
      ),
      spawn: handlers.object.exclusive({}, async (context: ObjectContext) => {
        context.set('engine/spawned', true);
      }),
      forget: handlers.object.exclusive(
        { input: cancelledSerde },
        async (context: ObjectContext, more: shape.Infer<typeof cancelledTurnsSchema>) => {
          const known = Object.entries((await context.get(cancelledKey, cancelledSerde)) ?? {});
          const kept = known.slice(-mostCancelled);
          context.set(cancelledKey, { ...Object.fromEntries(kept), ...more }, cancelledSerde);
        },
      ),
      held: handlers.object.shared(
        { input: jsonSerde(heldQuestionSchema), output: jsonSerde(heldAnswerSchema) },
        (context: ObjectSharedContext, question: shape.Infer<typeof heldQuestionSchema>) =>
          heldOf(new ClusterCalls(context, names), context, question),
      ),
    },
    options: serviceOptions(times),
  });
}

async function runInstanceTurn(
  options: AgentObjectOptions,
  context: ObjectContext,
  request: TurnRequest,
): Promise<TurnResult> {
  if (!isTurnJournal(context)) throw new Error('This version of the Restate SDK is not supported.');
  const { agent, names, host } = options;
  const { turnId, event } = request;
  const isResumed = !context.isProcessing();
  const traceId = event.traceId !== undefined && isTraceId(event.traceId) ? event.traceId : traceOf(turnId);
  const reason = (await context.get(cancelledKey, cancelledSerde))?.[turnId];
  if (reason !== undefined) {
    const cancelled = new GoondanError('E_AGENT_CANCELLED', reason);
    return { outcome: failedOutcome({ turnId, traceId }, cancelled), events: [], held: [] };
  }
  const turn = new RestateTurn({
    journal: context,
    calls: new ClusterCalls(context, names),
    host,
    self: { agent, instanceKey: context.key },
    turnId,
    traceId,
    isAsked: event.type === 'agent.request',
  });
  const outcome = await outcomeOf(options, turn, { request, traceId, isResumed });
  const changes = Array.from(turn.changes, ([key, value]) => ({ key, value }));
  const end = await turn.end(endSchema, { outcome, changes });
  for (const { key, value } of end.changes) {
    if (value === null) context.clear(key);
    else context.set(key, value, jsonValue);
  }
  turn.events.tellEnd();
  return { outcome: end.outcome, events: [...turn.events.all], held: turn.held };
}

/** What the turn comes to; whoever handed the work off is told also where it could not tell itself (HAND-1). */
async function outcomeOf(
  { runner, workdirOf }: AgentObjectOptions,
  turn: RestateTurn,
  { request, traceId, isResumed }: { request: TurnRequest; traceId: string; isResumed: boolean },
): Promise<TurnOutcome> {
  const { turnId, event, workdir = workdirOf(turn.self.instanceKey) } = request;
  try {
    const run = await runner();
    mkdirSync(workdir, { recursive: true });
    return await run(turn, { event, traceId, workdir, isResumed });
  } catch (thrown) {
    const outcome = failedOutcome({ turnId, traceId }, thrown);
    const handle = handleOf(event);
    if (handle !== undefined) await turn.answer('failed', handle, handedBack(outcome)).catch(() => undefined);
    return outcome;
  }
}

/** How long the instance waited for persons in that window: itself, and through those its turn waits for. */
async function heldOf(
  calls: ClusterCalls,
  context: ObjectSharedContext,
  { turnId, windowMs }: shape.Infer<typeof heldQuestionSchema>,
): Promise<shape.Infer<typeof heldAnswerSchema>> {
  const waited = (await context.get(waitedKey, waitedSerde)) ?? [];
  const found = await context.get(heldKey, heldSerde);
  const { since = null, past = [], asked = [] } = found ?? {};
  const others: shape.Infer<typeof heldAnswerSchema>[] = [];
  // Of the one in front only its own calls: those who wait for one another in a circle must not ask each other for ever.
  const isIt = found?.turnId === turnId;
  for (const other of isIt ? asked : [])
    others.push(await calls.held(addressOf(other), { turnId: other.turnId, windowMs }));
  const to = Date.now();
  const now = since === null ? [] : [{ from: since, to }];
  const own = overlapMs([...waited, ...past, ...now], { from: to - windowMs, to });
  return {
    heldMs: Math.min(windowMs, Math.max(own, ...others.map(({ heldMs }) => heldMs))),
    isHeld: since !== null || others.some(({ isHeld }) => isHeld),
  };
}

function addressOf({ agent, instanceKey }: Address): Address {
  return { agent, instanceKey };
}

/** Where an event names no trace, its turn has one of its own in every attempt. */
function traceOf(turnId: string): string {
  return createHash('sha256').update(turnId).digest('hex').slice(0, 32);
}
