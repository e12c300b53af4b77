import { GoondanError, type AgentEvent, type JsonObject } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import { hopsOf } from '../engine/handoff.ts';
import type { Address } from '../engine/turn-context.ts';

/** What travels with an event from agent to agent. */
const travelSchema = shape.object({
  /** Those who wait for one another, the first who asked first. */
  chain: shape.array(shape.object({ agent: shape.string(), instanceKey: shape.string() })).exactOptional(),
  /** Lists of the only tools that may be used, each of a caller's. */
  whitelists: shape.array(shape.array(shape.string())).exactOptional(),
  /** The call that caused it, in the trace. */
  parentSpanId: shape.string().exactOptional(),
});

/** See `travelSchema`. */
export type Travel = shape.Infer<typeof travelSchema> &
  Required<Pick<shape.Infer<typeof travelSchema>, 'chain' | 'whitelists'>>;

const longestChain = 16;
/** Generous: it is for those who would go on for ever. */
const mostHops = 1_000;

/** What came with an event; nothing where it comes from outside. */
export function travelOf({ metadata, source }: AgentEvent): Travel {
  const parsed = source.kind === 'agent' ? travelSchema.safeParse(metadata ?? {}) : undefined;
  return { chain: [], whitelists: [], ...parsed?.data };
}

/** What goes on with a request. Throws `E_AGENT_CYCLE` where it could never be answered, or comes from too far. */
export function nextChain(chain: Travel['chain'], self: Address, to: Address): Travel['chain'] {
  const next = [...chain, { ...self }];
  if (next.some(({ agent, instanceKey }) => agent === to.agent && instanceKey === to.instanceKey)) {
    const path = [...next, to].map(({ agent, instanceKey }) => `${agent}/${instanceKey}`).join(' → ');
    throw new GoondanError(
      'E_AGENT_CYCLE',
      `${to.agent}/${to.instanceKey} waits for this very answer: ${path}.`,
    );
  }
  if (next.length > longestChain)
    throw new GoondanError('E_AGENT_CYCLE', `More than ${longestChain} agents would wait for one another.`);
  return next;
}

/** How many events of agents led to one that is sent now, whether its sender waits or not. Throws `E_AGENT_CYCLE` where there is no end to it. */
export function nextHops(event: AgentEvent, to: Address): number {
  const hops = hopsOf(event) + 1;
  if (hops <= mostHops) return hops;
  const message = `${mostHops} events of agents led to this one, each to the next: nothing more is sent on to ${to.agent}/${to.instanceKey}.`;
  throw new GoondanError('E_AGENT_CYCLE', message, {
    suggestion: 'End the exchange: answer here instead of passing it on. An event from outside begins anew.',
  });
}

/** As it is put into an event. */
export function travelMetadata({
  chain,
  whitelists,
  parentSpanId,
  hops,
}: Travel & { readonly hops: number }): JsonObject {
  return {
    hops,
    ...(chain.length === 0 ? {} : { chain }),
    ...(whitelists.length === 0 ? {} : { whitelists }),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
  };
}
