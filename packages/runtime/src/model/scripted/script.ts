import { z } from 'zod';

const pattern = z.string().refine(isPattern, 'is not a regular expression');

const whenSchema = z.strictObject({
  user: pattern
    .optional()
    .describe('Regular expression on the text of the last user message; its groups are {{match.1}} …'),
  after: z.string().optional().describe('Full name of a tool: the rule answers its result.'),
  status: z.enum(['ok', 'error']).optional().describe('With `after`: only such a result.'),
});

const callSchema = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.json()).optional(),
});

const ruleSchema = z
  .strictObject({
    when: whenSchema.optional().describe('Without it the rule answers everything.'),
    text: z.string().optional(),
    calls: z.array(callSchema).min(1).optional(),
  })
  .refine((rule) => rule.text !== undefined || rule.calls !== undefined, 'needs text, calls or both');

/** `Model.spec.options` of a scripted model: the first rule that matches answers. */
export const scriptSchema = z.strictObject({ rules: z.array(ruleSchema).min(1) });

/** See `scriptSchema`. */
export type Script = z.infer<typeof scriptSchema>;
/** One rule of a script. */
export type ScriptRule = Script['rules'][number];

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
