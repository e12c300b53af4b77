import * as shape from '../shape/shape.ts';

const jsonObject = shape.record(shape.json());

/** An AgentEvent as it is recorded (COMM-1). */
export const agentEventSchema = shape.object({
  id: shape.string(),
  type: shape.string(),
  createdAt: shape.string(),
  input: shape.json().exactOptional(),
  instanceKey: shape.string().exactOptional(),
  source: shape.object({ kind: shape.oneOf('agent', 'connector'), name: shape.string() }),
  auth: jsonObject.exactOptional(),
  replyTo: shape.object({ target: shape.string(), correlationId: shape.string() }).exactOptional(),
  traceId: shape.string().exactOptional(),
  metadata: jsonObject.exactOptional(),
});
