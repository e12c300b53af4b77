import { GoondanError, nearest, type JsonObject, type JsonValue } from '@goondan/core';
import * as shape from '../shape/shape.ts';

const callParamsSchema = shape.object({
  temperature: shape.number().exactOptional(),
  maxOutputTokens: shape
    .int()
    .refine((tokens) => tokens > 0, 'must be more than 0')
    .exactOptional(),
  topP: shape.number().exactOptional(),
  topK: shape.number().exactOptional(),
  presencePenalty: shape.number().exactOptional(),
  frequencyPenalty: shape.number().exactOptional(),
  stopSequences: shape.array(shape.string()).exactOptional(),
  seed: shape.int().exactOptional(),
  reasoning: shape
    .oneOf('provider-default', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')
    .exactOptional(),
  providerOptions: shape.record(shape.record(shape.json())).exactOptional(),
});

/** The parameters of each call of a model. */
export type CallParams = Omit<shape.Infer<typeof callParamsSchema>, 'providerOptions'>;
/** Options of the AI SDK by provider. */
export type ProviderOptions = NonNullable<shape.Infer<typeof callParamsSchema>['providerOptions']>;

/** Reads `Agent.spec.modelConfig.params`. Throws `E_CONFIG_VALUE` that names each one that is not right. */
export function readCallParams(params: JsonObject): { params: CallParams; providerOptions: ProviderOptions } {
  const problems = Object.entries(params).flatMap(([key, value]) => problemOf(key, value));
  if (problems.length > 0)
    throw new GoondanError('E_CONFIG_VALUE', `spec.modelConfig.params: ${problems.join('; ')}`);
  const { providerOptions = {}, ...rest } = callParamsSchema.parse(params);
  return { params: rest, providerOptions };
}

function problemOf(key: string, value: JsonValue): string[] {
  const known = new Map(Object.entries(callParamsSchema.fields));
  const field = known.get(key);
  if (field === undefined) {
    const near = nearest(key, [...known.keys()]);
    return [
      `unknown parameter '${key}'${near === undefined ? `; known: ${[...known.keys()].join(', ')}` : `, did you mean ${near}?`}`,
    ];
  }
  const read = field.read(value);
  return read instanceof shape.Misfit ? [new shape.ShapeError(read.under(key)).message] : [];
}
