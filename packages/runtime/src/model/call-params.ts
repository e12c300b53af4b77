import { GoondanError, nearest, type JsonObject } from '@goondan/core';
import { z } from 'zod';

const callParamsSchema = z.strictObject({
  temperature: z.number().exactOptional(),
  maxOutputTokens: z.int().min(1).exactOptional(),
  topP: z.number().exactOptional(),
  topK: z.number().exactOptional(),
  presencePenalty: z.number().exactOptional(),
  frequencyPenalty: z.number().exactOptional(),
  stopSequences: z.array(z.string()).exactOptional(),
  seed: z.int().exactOptional(),
  reasoning: z
    .enum(['provider-default', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
    .exactOptional(),
  providerOptions: z.record(z.string(), z.record(z.string(), z.json())).exactOptional(),
});

/** The parameters of each call of a model. */
export type CallParams = Omit<z.infer<typeof callParamsSchema>, 'providerOptions'>;
/** Options of the AI SDK by provider. */
export type ProviderOptions = NonNullable<z.infer<typeof callParamsSchema>['providerOptions']>;

/** Reads `Agent.spec.modelConfig.params`. Throws `E_CONFIG_VALUE` that names each one that is not right. */
export function readCallParams(params: JsonObject): { params: CallParams; providerOptions: ProviderOptions } {
  const parsed = callParamsSchema.safeParse(params);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(problemOf).join('; ');
    throw new GoondanError('E_CONFIG_VALUE', `spec.modelConfig.params: ${problems}`);
  }
  const { providerOptions = {}, ...rest } = parsed.data;
  return { params: rest, providerOptions };
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.')}: ${issue.message}`;
  const known = Object.keys(callParamsSchema.shape);
  return issue.keys
    .map((key) => {
      const near = nearest(key, known);
      return `unknown parameter '${key}'${near === undefined ? `; known: ${known.join(', ')}` : `, did you mean ${near}?`}`;
    })
    .join('; ');
}
