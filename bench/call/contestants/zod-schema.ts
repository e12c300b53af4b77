import { z } from 'zod';

/** The input of `calc__add` for peers that take zod. */
export function addSchema() {
  return z.object({ a: z.number(), b: z.number() });
}
