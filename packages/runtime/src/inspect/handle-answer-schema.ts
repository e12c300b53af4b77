import { z } from 'zod';

const pattern = z.string().refine(isPattern, 'must be a regular expression');

/** A person's decision about a held call. */
const decisionSchema = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    /** Instead of those the call was held with. */
    args: z.record(z.string(), z.json()).exactOptional(),
    note: z.string().exactOptional(),
    /** Not to be asked again in this instance: for these very arguments, or for any that fit the regular expressions by name. */
    always: z.union([z.literal(true), z.record(z.string(), pattern)]).exactOptional(),
  }),
  z.strictObject({ decision: z.literal('deny'), note: z.string().exactOptional() }),
]);

/** See `decisionSchema`. */
export type Decision = z.infer<typeof decisionSchema>;

/** What a handle is answered with: an outcome, or a person's decision about a held call. */
export const handleAnswerSchema = z.union([z.strictObject({ output: z.json() }), decisionSchema]);

/** See `handleAnswerSchema`. */
export type HandleAnswer = z.infer<typeof handleAnswerSchema>;

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
