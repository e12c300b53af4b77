import { z } from 'zod';

const jsonObject = z.record(z.string(), z.json());

/** An AgentEvent as it is recorded (COMM-1). */
export const agentEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.string(),
  input: z.json().exactOptional(),
  instanceKey: z.string().exactOptional(),
  source: z.object({ kind: z.enum(['agent', 'connector']), name: z.string() }),
  auth: jsonObject.exactOptional(),
  replyTo: z.object({ target: z.string(), correlationId: z.string() }).exactOptional(),
  traceId: z.string().exactOptional(),
  metadata: jsonObject.exactOptional(),
});
