import { z } from 'zod';

const pattern = z.string().refine(isPattern, 'is not a regular expression').meta({ format: 'regex' });

const whenSchema = z.strictObject({
  user: pattern
    .optional()
    .describe('Regular expression on the text of the last user message; its groups are {{match.1}} …'),
  after: z.string().optional().describe('Full name of a tool: the rule answers its result.'),
  status: z.enum(['ok', 'error']).optional().describe('With `after`: only such a result.'),
});

const scriptedCallSchema = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.json()).optional(),
});

const ruleSchema = z
  .strictObject({
    when: whenSchema.optional().describe('Without it the rule answers everything.'),
    text: z
      .string()
      .optional()
      .describe('What it says; {{input}}, {{match.1}} and {{result.path}} are filled in.'),
    calls: z.array(scriptedCallSchema).min(1).optional().describe('The tools it calls, all in one step.'),
  })
  .refine((rule) => rule.text !== undefined || rule.calls !== undefined, 'needs text, calls or both')
  .meta({ allOf: [{ anyOf: [{ required: ['text'] }, { required: ['calls'] }] }] });

/** `Model.spec.options` of a scripted model: the first rule that matches answers. */
export const scriptSchema = z.strictObject({ rules: z.array(ruleSchema).min(1) });

/** See `scriptSchema`. */
export type Script = z.infer<typeof scriptSchema>;
/** One rule of a script. */
export type ScriptRule = Script['rules'][number];

/** `Model.spec.options` of `record` and `replay`. */
export const cassetteOptionsSchema = z.strictObject({
  cassette: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of the recorded answers, relative to the bundle. Default: .goondan/cassettes/<name>.jsonl',
    ),
});

/** `Model.spec.options` of the providers that are asked over the network; keys not listed are options of the provider. */
export const connectionOptionsSchema = z.looseObject({
  stream: z.boolean().optional().describe('Default true; false for servers that cannot stream.'),
  timeoutMs: z
    .int()
    .min(1)
    .optional()
    .describe('How long the model may stay silent before it is asked again. Default 120000.'),
  maxRetries: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('How often it is asked again where the provider says that helps. Default 3.'),
  headers: z.record(z.string(), z.string()).optional().describe('Sent with each request.'),
  providerOptions: z
    .record(z.string(), z.record(z.string(), z.json()))
    .optional()
    .describe('Options of the AI SDK by provider, such as { anthropic: { thinking: … } }.'),
  api: z
    .enum(['responses', 'chat'])
    .optional()
    .describe('Of openai: which of its two interfaces is used. Default responses.'),
});

/** See `connectionOptionsSchema`. */
export type ConnectionOptions = z.infer<typeof connectionOptionsSchema>;

const connectedProviders = ['anthropic', 'openai', 'google', 'openai-compatible'];

/** What `Model.spec.options` may hold, by provider. */
export const modelOptionsSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...connectedProviders.map((provider) => [provider, connectionOptionsSchema] as const),
  ['scripted', scriptSchema],
  ['record', cassetteOptionsSchema],
  ['replay', cassetteOptionsSchema],
]);

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
