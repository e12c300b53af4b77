import { z } from 'zod';
import { toolResultSchema } from '../engine/turn-outcome.ts';
import { modelAnswerSchema } from '../model/agent-model.ts';
import { catalogNoteSchema } from './catalog-note.ts';
import { stateChangeSchema } from './extension-state.ts';
import { storedEventSchema } from './stored-message.ts';

/** `sN/prepare`: what step middleware made of conversation and catalog, recorded before the model is asked (PIPE-3). */
export const preparedSchema = z.object({ events: z.array(storedEventSchema), catalog: catalogNoteSchema });

/** `sN/model`: what the model said, and to which catalog. */
export const saidSchema = z.object({
  answer: modelAnswerSchema,
  /** Null where it is that of the turn's last model call before this one. */
  catalog: catalogNoteSchema.nullable(),
  /** When it had said it, in milliseconds since 1970. */
  at: z.number(),
});

/** See `saidSchema`. */
export type Said = z.infer<typeof saidSchema>;

/** `sN/cM/intent`: an attempt is about to start the handler of a call that must not start twice. */
export const intentSchema = z.object({ attempt: z.string() });

/** `sN/cM/run`: what became of a call, or that its changed arguments need a person's approval first. */
export const calledSchema = z.object({
  result: toolResultSchema,
  state: z.array(stateChangeSchema),
  at: z.number(),
  /** The rule and the arguments, where middleware made the call one that is held. */
  held: z.object({ rule: z.string(), args: z.record(z.string(), z.json()) }).exactOptional(),
});

/** See `calledSchema`. */
export type Called = z.infer<typeof calledSchema>;

/** A call's end and the last part of the name of the entry that holds it; null where it needs none. */
export interface CallRecord {
  readonly called: Called;
  readonly entry: string | null;
}

/** `sN/cM/hold`: what a person decided. What is no decision is no permission. */
export const decisionSchema = z
  .union([
    z.object({ decision: z.literal('approve'), args: z.record(z.string(), z.json()).exactOptional() }),
    z.object({ decision: z.literal('deny'), note: z.string().exactOptional() }),
  ])
  .catch({ decision: 'deny', note: 'the answer was neither approve nor deny' });

/** See `decisionSchema`. */
export type Decision = z.infer<typeof decisionSchema>;

/** `sN/end`: how a finished step went, so that it is not entered again. Messages of its own are made again from its entries. */
export const endedSchema = z.object({
  events: z.array(z.union([z.literal('assistant'), z.literal('results'), storedEventSchema])),
  state: z.array(stateChangeSchema),
  /** The entry of each call. */
  runs: z.array(z.string().nullable()),
  result: z.object({
    text: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), args: z.record(z.string(), z.json()) })),
  }),
});

/** See `endedSchema`. */
export type Ended = z.infer<typeof endedSchema>;
