import { turnOutcomeSchema } from '@goondan/runtime';
import { agentEventSchema, runtimeEventSchema, shape } from '@goondan/runtime/engine';

/** What the handler of a turn is given. */
export const turnRequestSchema = shape.object({
  turnId: shape.string(),
  event: agentEventSchema,
  workdir: shape.string().exactOptional(),
});

/** See `turnRequestSchema`. */
export type TurnRequest = shape.Infer<typeof turnRequestSchema>;

/** A stretch of time, in milliseconds since 1970. */
const intervalSchema = shape.object({ from: shape.number(), to: shape.number() });

/** Stretches of time, the latest last. */
export const intervalsSchema = shape.array(intervalSchema);

/** See `intervalSchema`. */
export type Interval = shape.Infer<typeof intervalSchema>;

/** What the handler of a turn answers with; kept as long as the turn is known. */
export const turnResultSchema = shape.object({
  outcome: turnOutcomeSchema,
  events: shape.array(runtimeEventSchema),
  /** When it waited for a person: whoever waited for it does not count that time (PEND-3). */
  held: intervalsSchema,
});

/** See `turnResultSchema`. */
export type TurnResult = shape.Infer<typeof turnResultSchema>;

const ownerSchema = shape.object({
  idempotencyKey: shape.string(),
  agentName: shape.string(),
  instanceKey: shape.string(),
  turnId: shape.string(),
  toolCallId: shape.string(),
  toolName: shape.string(),
});

/** A handle and the call it belongs to. */
export const handleClaimSchema = shape.object({
  /** `detached`: the call is finished and its outcome comes as an event; `held`: the call itself waits. */
  kind: shape.oneOf('detached', 'held'),
  owner: ownerSchema,
  about: shape.record(shape.json()),
  /** What a held call waits on. */
  awakeable: shape.string().exactOptional(),
});

/** See `handleClaimSchema`. */
export type HandleClaim = shape.Infer<typeof handleClaimSchema>;

/** A handle as it is kept. */
export const handleRecordSchema = shape.object({
  ...handleClaimSchema.fields,
  createdAt: shape.string(),
});

/** What a handle was completed with. */
export const completionSchema = shape.object({ outcome: shape.json(), completedAt: shape.string() });

/** Whether a claim was heard. */
export const claimedSchema = shape.object({ isOurs: shape.boolean(), at: shape.string() });

/** What became of a completion: `done`, or why not. */
export const completedSchema = shape.object({
  status: shape.oneOf('done', 'E_HANDLE_NOT_FOUND', 'E_HANDLE_COMPLETED'),
});

/** What whoever waits for a turn wants to know of its instance. */
export const heldQuestionSchema = shape.object({ turnId: shape.string(), windowMs: shape.number() });

/** How long an instance waited for persons in that window, and whether it does now. */
export const heldAnswerSchema = shape.object({ heldMs: shape.number(), isHeld: shape.boolean() });

/** A turn that is to end, and its invocation. */
export const cancelSchema = shape.object({
  turnId: shape.string(),
  invocationId: shape.string(),
  agent: shape.string(),
  instanceKey: shape.string(),
  reason: shape.string(),
});

/** See `cancelSchema`. */
export type Cancel = shape.Infer<typeof cancelSchema>;

/** Why turns are not to begin, by their ids. */
export const cancelledTurnsSchema = shape.record(shape.string());

/** Who else has to do with a turn: the handle its answer is given under, and why it was cancelled. */
export const turnNoteSchema = shape.object({
  handle: shape.string().exactOptional(),
  reason: shape.string().exactOptional(),
});

/** What an instance shows of the turn it runs, for those who wait for it. */
export const heldStateSchema = shape.object({
  turnId: shape.string(),
  since: shape.union([shape.number(), shape.oneOf(null)]),
  past: intervalsSchema,
  asked: shape.array(
    shape.object({ agent: shape.string(), instanceKey: shape.string(), turnId: shape.string() }),
  ),
});

/** See `heldStateSchema`. */
export type HeldState = shape.Infer<typeof heldStateSchema>;
