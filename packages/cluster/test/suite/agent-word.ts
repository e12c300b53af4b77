import { agentEventSchema, runtimeEventSchema, shape } from '@goondan/runtime/engine';

/** What a process that serves one agent is told. */
export const orderSchema = shape.object({
  cluster: shape.object({ ingressUrl: shape.string(), adminUrl: shape.string() }),
  namespace: shape.string(),
  bundleRoot: shape.string(),
  stateRoot: shape.string(),
  agent: shape.string(),
  port: shape.number(),
});

/** See `orderSchema`. */
export type Order = shape.Infer<typeof orderSchema>;

/** What it says, a line each. */
export const wordSchema = shape.union([
  shape.object({ word: shape.oneOf('serving'), port: shape.number() }),
  shape.object({ word: shape.oneOf('input'), turnId: shape.string(), event: agentEventSchema }),
  shape.object({ word: shape.oneOf('event'), event: runtimeEventSchema }),
]);

/** See `wordSchema`. */
export type Word = shape.Infer<typeof wordSchema>;
