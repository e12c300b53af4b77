import type { Script } from '@goondan/core/resource';
import * as shape from '../../shape/shape.ts';

const pattern = shape.string().refine(isPattern, 'is not a regular expression');

const when = {
  user: pattern.exactOptional(),
  after: shape.string().exactOptional(),
  status: shape.oneOf('ok', 'error').exactOptional(),
};

const call = {
  tool: shape.string().refine((name) => name !== '', 'must name a tool'),
  args: shape.record(shape.json()).exactOptional(),
};

const rule = {
  when: shape.object(when, { isStrict: true }).exactOptional(),
  text: shape.string().exactOptional(),
  calls: shape
    .array(shape.object(call, { isStrict: true }))
    .refine(({ length }) => length > 0, 'must not be empty')
    .exactOptional(),
};

const rules = shape
  .array(
    shape
      .object(rule, { isStrict: true })
      .refine(({ text, calls }) => text !== undefined || calls !== undefined, 'needs text, calls or both'),
  )
  .refine(({ length }) => length > 0, 'must not be empty');

/** A script as the model reads it; what a bundle says about it is checked, with its place, when the bundle is read. */
export const scriptShape: shape.Shape<Script> = shape.object({ rules }, { isStrict: true });

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
