import * as shape from '../shape/shape.ts';
import type { RecordReader } from '../engine/turn-context.ts';
import { toolResultSchema } from '../engine/turn-outcome.ts';
import { modelAnswerSchema } from '../model/agent-model.ts';
import { usageSchema } from '../telemetry/runtime-event.ts';
import { catalogNoteSchema } from './catalog-note.ts';
import { stateChangeSchema } from './extension-state.ts';
import { grantSchema } from './grants.ts';
import { messagesNoteSchema } from './shown-messages.ts';
import { storedEventSchema } from './stored-message.ts';

/** `sN/prepare`: what step middleware made of conversation and catalog, recorded before the model is asked (PIPE-3). */
export const preparedSchema = shape.object({
  events: shape.array(storedEventSchema),
  catalog: catalogNoteSchema,
  /** None where the model is sent the conversation. */
  messages: messagesNoteSchema.exactOptional(),
});

/** `sN/model`: what the model said, and to which catalog. */
export const saidSchema = shape.object({
  answer: modelAnswerSchema,
  /** Null where it is that of the turn's last model call before this one. */
  catalog: catalogNoteSchema.nullable(),
  /** When it had said it, in milliseconds since 1970. */
  at: shape.number(),
});

/** See `saidSchema`. */
export type Said = shape.Infer<typeof saidSchema>;

/** `sN/cM/intent`: an attempt is about to start the handler of a call that must not start twice. */
export const intentSchema = shape.object({ attempt: shape.string() });

/** `sN/cM/run`: what became of a call, or that its changed arguments need a person's approval first. */
export const calledSchema = shape.object({
  result: toolResultSchema,
  state: shape.array(stateChangeSchema),
  at: shape.number(),
  /** How long it ran, in milliseconds. */
  tookMs: shape.number().exactOptional(),
  /** What the person who approved it allowed for good. */
  grant: grantSchema.exactOptional(),
  /** The rule and the arguments, where middleware made the call one that is held. */
  held: shape.object({ rule: shape.string(), args: shape.record(shape.json()) }).exactOptional(),
  /** What the handler wants to know from a person before it runs again. */
  asked: shape.object({ about: shape.record(shape.json()), state: shape.json() }).exactOptional(),
});

/** See `calledSchema`. */
export type Called = shape.Infer<typeof calledSchema>;

/** A call's end and the last part of the name of the entry that holds it; null where it needs none. */
export interface CallRecord {
  readonly called: Called;
  readonly entry: string | null;
}

/** `sN/cM/asked`: a person is to decide on the call, by which rule. */
export const askedSchema = shape.object({ rule: shape.string() });

const answerSchema = shape.union([
  shape.object({
    decision: shape.oneOf('approve'),
    args: shape.record(shape.json()).exactOptional(),
    /** For these very arguments, or for any that fit the patterns. */
    always: shape.union([shape.oneOf(true), shape.record(shape.string())]).exactOptional(),
  }),
  shape.object({ decision: shape.oneOf('deny'), note: shape.string().exactOptional() }),
]);

/** See `decisionReader`. */
export type Decision = shape.Infer<typeof answerSchema>;

/** `sN/cM/hold`: what a person decided. What is no decision is no permission. */
export const decisionReader: RecordReader<Decision> = {
  parse: (recorded) =>
    answerSchema.safeParse(recorded).data ?? {
      decision: 'deny',
      note: 'the answer was neither approve nor deny',
    },
};

/** `sN/end`: how a finished step went, so that it is not entered again. Messages of its own are made again from its entries. */
export const endedSchema = shape.object({
  events: shape.array(shape.union([shape.oneOf('assistant'), shape.oneOf('results'), storedEventSchema])),
  state: shape.array(stateChangeSchema),
  /** What its middleware asked the model beside the conversation. */
  spent: usageSchema.exactOptional(),
  /** Calls its middleware made of its own accord, each with the entry that holds its end. */
  executed: shape
    .array(
      shape.object({
        id: shape.string(),
        name: shape.string(),
        args: shape.record(shape.json()),
        entry: shape.string(),
      }),
    )
    .exactOptional(),
  /** The entry of each call. */
  runs: shape.array(shape.string().nullable()),
  result: shape.object({
    text: shape.string(),
    toolCalls: shape.array(
      shape.object({ id: shape.string(), name: shape.string(), args: shape.record(shape.json()) }),
    ),
  }),
});

/** See `endedSchema`. */
export type Ended = shape.Infer<typeof endedSchema>;
