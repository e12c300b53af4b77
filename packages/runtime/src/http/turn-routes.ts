import { GoondanError } from '@goondan/core';
import { z } from 'zod';
import type { Address } from '../engine/turn-context.ts';
import { inputEvent } from '../swarm/input-event.ts';
import { isTraceId } from '../telemetry/span-id.ts';
import type { IsHolding } from './held-calls.ts';
import type { HttpHost } from './host.ts';
import { jsonResponse } from './status-error.ts';

const longestWaitMs = 24 * 60 * 60 * 1000;
const longestName = 512;

/** What an event is posted as. Type and source are not the caller's to choose. */
export const postedEventSchema = z.strictObject({
  input: z.json(),
  /** The same id is the same turn, however often it is posted. */
  id: z.string().min(1).max(longestName).optional(),
  wait: z.boolean().default(true),
  timeoutMs: z.number().int().positive().max(longestWaitMs).optional(),
  traceId: z.string().refine(isTraceId, 'must be 32 lower-case hex digits, not all zero').optional(),
});

/** Why a turn is cancelled. */
export const cancellationSchema = z.strictObject({ reason: z.string().max(4096).optional() });

/** Hands an event to an agent: 200 with the outcome, or 202 with the turn's id when there is nothing to wait for any more. */
export async function postEvent(
  host: HttpHost,
  to: Address,
  options: { readonly posted: z.infer<typeof postedEventSchema>; readonly signal: AbortSignal },
): Promise<Response> {
  const { engine, held, closing } = host;
  const { input, id, wait, timeoutMs, traceId } = options.posted;
  if (to.instanceKey.length > longestName)
    throw new GoondanError('E_HTTP_REQUEST', `An instance key has at most ${longestName} characters.`);
  const event = {
    ...inputEvent(input, {
      source: 'http',
      instanceKey: to.instanceKey,
      ...(traceId === undefined ? {} : { traceId }),
    }),
    ...(id === undefined ? {} : { id }),
  };
  const { turnId } = await engine.send(to, event);
  if (!wait) return jsonResponse({ turnId, ...(await statusOf(host, turnId)) }, 202);
  const done = new AbortController();
  try {
    const outcome = engine.attach(turnId);
    // It may be rejected when nobody waits for it any more.
    outcome.catch(() => undefined);
    const holding = held.until(holdsUp(to, turnId, event.traceId), done.signal);
    const first = await Promise.race([outcome, holding, aborted([closing, options.signal], timeoutMs, done)]);
    if (first !== undefined) return jsonResponse(first);
    return jsonResponse({ turnId, ...(await statusOf(host, turnId, event.traceId)) }, 202);
  } finally {
    done.abort();
  }
}

/** What a turn came to, or how it stands. */
export async function getTurn(host: HttpHost, turnId: string): Promise<Response> {
  const open = (await host.engine.openTurns()).find((turn) => turn.turnId === turnId);
  if (open === undefined) return jsonResponse(await host.engine.attach(turnId));
  const { agent, instanceKey } = open;
  return jsonResponse({ turnId, agent, instanceKey, ...(await statusOf(host, turnId)) });
}

/** Cancels a turn; one that has ended stays as it is. */
export async function cancelTurn(host: HttpHost, turnId: string, reason?: string): Promise<Response> {
  const cancelled = await host.engine.cancel(turnId, reason);
  if (cancelled) return jsonResponse({ turnId, cancelled });
  const { status } = await host.engine.attach(turnId);
  return jsonResponse({ turnId, cancelled, status });
}

/** How a turn stands that has not ended. */
async function statusOf(host: HttpHost, turnId: string, traceId?: string) {
  const open = (await host.engine.openTurns()).find((turn) => turn.turnId === turnId);
  if (open === undefined) return { status: 'ended' };
  const held = host.held.calls(holdsUp(open, turnId, traceId ?? open.event.traceId));
  if (held.length > 0) return { status: 'held', held };
  return { status: open.isBegun ? 'running' : 'queued' };
}

/** A held call of the turn's own trace holds it up, and so does one of an earlier turn of the same instance. */
function holdsUp(to: Address, turnId: string, traceId: string | undefined): IsHolding {
  return (event) =>
    event.turnId === turnId ||
    (traceId !== undefined && event.traceId === traceId) ||
    (event.agentName === to.agent && event.instanceKey === to.instanceKey);
}

/** Resolves when one of the signals aborts or the time is over. */
function aborted(
  signals: readonly AbortSignal[],
  timeoutMs: number | undefined,
  done: AbortController,
): Promise<undefined> {
  return new Promise((resolve) => {
    const end = (): void => resolve(undefined);
    if (signals.some((signal) => signal.aborted)) end();
    for (const signal of signals) signal.addEventListener('abort', end, { once: true, signal: done.signal });
    if (timeoutMs === undefined) return;
    const timer = setTimeout(end, timeoutMs);
    done.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
