import * as shape from '../../shape/shape.ts';

const atLeast = (least: number): shape.Shape<number> =>
  shape.int().refine((count) => count >= least, `must not be less than ${least}`);

/** `Model.spec.options` as the providers are given them; keys not listed are options of the provider. */
export const connectionOptionsShape = shape.object({
  stream: shape.boolean().exactOptional(),
  timeoutMs: atLeast(1).exactOptional(),
  maxRetries: atLeast(0)
    .refine((count) => count <= 20, 'must not be more than 20')
    .exactOptional(),
  headers: shape.record(shape.string()).exactOptional(),
  providerOptions: shape.record(shape.record(shape.json())).exactOptional(),
  api: shape.oneOf('responses', 'chat').exactOptional(),
});
