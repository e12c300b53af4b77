import { GoondanError, type AgentEvent, type JsonObject } from '@goondan/core';
import { z } from 'zod';
import type { Address } from '../engine/turn-context.ts';

/** What travels with an event from agent to agent. */
const travelSchema = z.object({
  /** Those who wait for one another, the first who asked first. */
  chain: z.array(z.object({ agent: z.string(), instanceKey: z.string() })).default([]),
  /** Lists of the only tools that may be used, each of a caller's. */
  whitelists: z.array(z.array(z.string())).default([]),
  /** The call that caused it, in the trace. */
  parentSpanId: z.string().exactOptional(),
});

/** See `travelSchema`. */
export type Travel = z.infer<typeof travelSchema>;

const longestChain = 16;

/** What came with an event; nothing where it comes from outside. */
export function travelOf({ metadata, source }: AgentEvent): Travel {
  const parsed = source.kind === 'agent' ? travelSchema.safeParse(metadata ?? {}) : undefined;
  return parsed?.success === true ? parsed.data : { chain: [], whitelists: [] };
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

/** As it is put into an event. */
export function travelMetadata({ chain, whitelists, parentSpanId }: Travel): JsonObject {
  return {
    ...(chain.length === 0 ? {} : { chain }),
    ...(whitelists.length === 0 ? {} : { whitelists }),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
  };
}
