import type { AgentEvent } from '@goondan/core';
import * as shape from '../../../shape/shape.ts';
import { agentEventSchema } from '../../agent-event-record.ts';

const ends = { from: shape.string(), to: shape.string() };

/** What agents and the orchestrator say to one another (IPC-1); the forms of older contracts are taken as well. */
const ipcMessageSchema = shape.union([
  shape.object({ type: shape.oneOf('event'), ...ends, payload: agentEventSchema }),
  shape.object({ type: shape.oneOf('shutdown'), ...ends, payload: shape.json() }),
  shape.object({ type: shape.oneOf('shutdown_ack'), ...ends, payload: shape.json() }),
  shape.object({
    type: shape.oneOf('delegate', 'delegate_result'),
    ...ends,
    payload: shape.json(),
    correlationId: shape.string().exactOptional(),
  }),
]);

/** See `ipcMessageSchema`. */
export type IpcMessage = shape.Infer<typeof ipcMessageSchema>;

/** A message with what the event's turn is given besides. */
export const deliverySchema = shape.object({
  message: ipcMessageSchema,
  workdir: shape.string().exactOptional(),
});

/** The event a message brings; undefined for those that bring none. The sender is whoever holds the channel, whatever the message says. */
export function eventOfMessage(message: IpcMessage, sender: string): AgentEvent | undefined {
  const source = { kind: 'agent', name: sender } as const;
  if (message.type === 'event') return { ...message.payload, source };
  if (message.type !== 'delegate' && message.type !== 'delegate_result') return undefined;
  const { type, correlationId = crypto.randomUUID(), payload } = message;
  return {
    // Made of what it answers: the same message twice is the same event.
    id: Bun.SHA256.hash(JSON.stringify([type, sender, correlationId]), 'hex').slice(0, 32),
    type: `agent.${type}`,
    createdAt: new Date().toISOString(),
    input: payload,
    source,
    ...(type === 'delegate'
      ? { replyTo: { target: sender, correlationId } }
      : { metadata: { correlationId } }),
  };
}
