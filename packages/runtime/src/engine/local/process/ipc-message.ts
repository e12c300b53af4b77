import { createHash, randomUUID } from 'node:crypto';
import type { AgentEvent } from '@goondan/core';
import { z } from 'zod';
import { agentEventSchema } from '../../agent-event-record.ts';

const ends = { from: z.string(), to: z.string() };

/** What agents and the orchestrator say to one another (IPC-1); the forms of older contracts are taken as well. */
const ipcMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), ...ends, payload: agentEventSchema }),
  z.object({ type: z.literal('shutdown'), ...ends, payload: z.json() }),
  z.object({ type: z.literal('shutdown_ack'), ...ends, payload: z.json() }),
  z.object({
    type: z.enum(['delegate', 'delegate_result']),
    ...ends,
    payload: z.json(),
    correlationId: z.string().exactOptional(),
  }),
]);

/** See `ipcMessageSchema`. */
export type IpcMessage = z.infer<typeof ipcMessageSchema>;

/** A message with what the event's turn is given besides. */
export const deliverySchema = z.object({ message: ipcMessageSchema, workdir: z.string().exactOptional() });

/** The event a message brings; undefined for those that bring none. The sender is whoever holds the channel, whatever the message says. */
export function eventOfMessage(message: IpcMessage, sender: string): AgentEvent | undefined {
  const source = { kind: 'agent', name: sender } as const;
  if (message.type === 'event') return { ...message.payload, source };
  if (message.type !== 'delegate' && message.type !== 'delegate_result') return undefined;
  const { type, correlationId = randomUUID(), payload } = message;
  return {
    // Made of what it answers: the same message twice is the same event.
    id: createHash('sha256')
      .update(JSON.stringify([type, sender, correlationId]))
      .digest('hex')
      .slice(0, 32),
    type: `agent.${type}`,
    createdAt: new Date().toISOString(),
    input: payload,
    source,
    ...(type === 'delegate'
      ? { replyTo: { target: sender, correlationId } }
      : { metadata: { correlationId } }),
  };
}
