import type { ToolCallMiddleware } from '../../../src/pipeline/tool-call.ts';
import { throwAnything, unchecked } from './ill-typed.ts';

/** Layers that misbehave, chosen by the end of the call’s turn id so that a case can be told again. */
const moods: readonly ToolCallMiddleware[] = [
  (ctx) => ctx.next(),
  async (ctx) => {
    const result = await ctx.next();
    result.output = { replaced: true };
    return result;
  },
  () => throwAnything(null),
  async () => throwAnything(new Error('m'.repeat(5000))),
  () => Promise.resolve(unchecked(undefined)),
  () => Promise.resolve(unchecked({ status: 'ok', output: 1n })),
  () => Promise.resolve(unchecked({ status: 'error', error: { message: 'own', code: 'E_MINE' } })),
  () => Promise.resolve(unchecked({ status: 'pending', handle: 'from middleware' })),
  (ctx) => {
    ctx.args = unchecked({ n: 'no integer' });
    return ctx.next();
  },
  (ctx) => {
    ctx.args = unchecked(JSON.parse('{"__proto__":{"polluted":true}}'));
    return ctx.next();
  },
  async (ctx) => {
    await ctx.next();
    return ctx.next();
  },
  async (ctx) => {
    const result = await ctx.next();
    return new Proxy(result, {
      get(target, key): unknown {
        return key === 'status' ? throwAnything(new Error('trap')) : Reflect.get(target, key);
      },
    });
  },
];

/** A layer that does something else, mostly wrong, for every mood. */
export const fuzzMiddleware: ToolCallMiddleware = (ctx) => {
  const mood = Number(ctx.turnId.split('/').at(-1)) % moods.length;
  return (moods[mood] ?? ((context) => context.next()))(ctx);
};
