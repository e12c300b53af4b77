import { defineExtension, GoondanError, type ToolCallMiddlewareContext } from '@goondan/core';
import { toolPattern } from '../tool-pattern.ts';
import { RateLimiter, type Admission } from './rate-limiter.ts';

const mostIdle = 1000;

/** Limits how often tools are called. */
export const rateLimit = defineExtension({
  name: 'rate-limit',
  description:
    'Limits how often tools are started, by their names. A call over the limit waits for its turn, or is refused with ' +
    'E_TOOL_RATE_LIMITED. Conversations take turns, and a cancelled call gives up its place. Waiting does not count into the ' +
    "tool's time limit. Counts what one agent's process starts; a restart begins anew.",
  config: {
    type: 'object',
    properties: {
      limits: {
        type: 'array',
        minItems: 1,
        description: 'The limits; a call that several are for needs a place in each.',
        items: {
          type: 'object',
          properties: {
            tools: {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              minItems: 1,
              description:
                'What is counted together: full names, resource__* for all of one resource, * for all.',
            },
            calls: { type: 'integer', minimum: 1, description: 'How many calls may start in the interval.' },
            perMs: {
              type: 'integer',
              minimum: 1,
              description: 'The length of the interval in milliseconds.',
            },
            per: {
              type: 'string',
              enum: ['agent', 'instance'],
              default: 'agent',
              description:
                'Whose calls are counted together: those of the agent, or of each of its conversations.',
            },
            whenFull: {
              type: 'string',
              enum: ['wait', 'refuse'],
              default: 'wait',
              description: 'What becomes of a call over the limit.',
            },
            maxWaitMs: {
              type: 'integer',
              minimum: 1,
              maximum: 3_600_000,
              default: 60_000,
              description: 'How long a call waits before it is refused after all.',
            },
          },
          required: ['tools', 'calls', 'perMs'],
          additionalProperties: false,
        },
      },
    },
    required: ['limits'],
    additionalProperties: false,
    examples: [{ limits: [{ tools: ['web-search__*'], calls: 10, perMs: 60_000 }] }],
  },
  register(api, { limits }) {
    const gates = limits.map((limit) => ({
      limit,
      isMeant: toolPattern(limit.tools),
      limiterOf: limitersOf(limit),
    }));
    api.pipeline.register('toolCall', async (ctx) => {
      const admitted: (() => void)[] = [];
      for (const { limit, isMeant, limiterOf } of gates) {
        if (!isMeant(ctx.toolName)) continue;
        const { instanceKey: key, signal } = ctx;
        const maxWaitMs = limit.whenFull === 'refuse' ? 0 : (limit.maxWaitMs ?? 60_000);
        const admission = await limiterOf(key).admit({ key, maxWaitMs, signal });
        if (admission.isAdmitted) admitted.push(admission.giveBack);
        else {
          for (const giveBack of admitted) giveBack();
          throw refused(ctx, limit, admission);
        }
      }
      return ctx.next();
    });
  },
});

interface Limit {
  readonly calls: number;
  readonly perMs: number;
  readonly per?: 'agent' | 'instance';
}

function limitersOf({ calls, perMs, per = 'agent' }: Limit): (instanceKey: string) => RateLimiter {
  const shared = new RateLimiter({ calls, perMs });
  if (per === 'agent') return () => shared;
  const own = new Map<string, RateLimiter>();
  return (instanceKey) => {
    const known = own.get(instanceKey);
    if (known !== undefined) return known;
    if (own.size >= mostIdle) for (const [key, { isIdle }] of own) if (isIdle) own.delete(key);
    const made = new RateLimiter({ calls, perMs });
    own.set(instanceKey, made);
    return made;
  };
}

function refused(
  { toolName }: ToolCallMiddlewareContext,
  { calls, perMs }: Limit,
  { freeInMs }: Extract<Admission, { isAdmitted: false }>,
): GoondanError {
  const message = `${toolName} was not started: it may be called ${calls} times in ${perMs} ms. The next place is free in ${freeInMs} ms.`;
  return new GoondanError('E_TOOL_RATE_LIMITED', message);
}
