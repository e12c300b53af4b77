import { defineExtension, type ToolCallMiddlewareContext, type ToolCallResult } from '@goondan/core';
import { toolPattern } from '../tool-pattern.ts';
import { waitUnlessAborted } from '../wait-unless-aborted.ts';

const defaultCodes = ['E_TOOL_TIMEOUT', 'E_NETWORK_CONNECTION', 'E_NETWORK_TIMEOUT', 'E_SEARCH_FAILED'];

/** Runs failed calls again where that is safe. */
export const retry = defineExtension({
  name: 'retry',
  description:
    'Runs a tool call again that failed for a reason that may pass. Only tools annotated idempotent or readOnly: any other may have taken ' +
    'effect and is never run again. Waits longer from attempt to attempt; a cancelled call is not tried again. The attempts are one call ' +
    'for the conversation and the journal, each with the time limit of the tool.',
  config: {
    type: 'object',
    properties: {
      tools: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        default: ['*'],
        description: 'The tools it is for: full names, resource__* for all of one resource, * for all.',
      },
      codes: {
        type: 'array',
        items: { type: 'string', pattern: '^E_[A-Z_]+$' },
        default: ['E_TOOL_TIMEOUT', 'E_NETWORK_CONNECTION', 'E_NETWORK_TIMEOUT', 'E_SEARCH_FAILED'],
        description: 'The error codes that may pass.',
      },
      attempts: {
        type: 'integer',
        minimum: 2,
        maximum: 10,
        default: 3,
        description: 'How often a call is tried in all.',
      },
      delayMs: {
        type: 'integer',
        minimum: 0,
        maximum: 60_000,
        default: 250,
        description:
          'The wait before the second attempt; it doubles from one to the next. Each is cut by up to half, at random.',
      },
      maxDelayMs: {
        type: 'integer',
        minimum: 0,
        maximum: 60_000,
        default: 5000,
        description: 'The longest wait.',
      },
    },
    additionalProperties: false,
    examples: [{ tools: ['http-fetch__*'], attempts: 4 }],
  },
  register(api, config) {
    const { tools = ['*'], codes = defaultCodes, attempts = 3, delayMs = 250, maxDelayMs = 5000 } = config;
    const isMeant = toolPattern(tools);
    const maySucceed = (result: ToolCallResult): boolean =>
      result.status === 'error' && codes.includes(result.error?.code ?? '');

    api.pipeline.register('toolCall', async (ctx) => {
      let result = await ctx.next();
      if (!isMeant(ctx.toolName) || !isSafe(ctx)) return result;
      let count = 1;
      for (; count < attempts && maySucceed(result); count += 1) {
        const longest = Math.min(maxDelayMs, delayMs * 2 ** (count - 1));
        const isWanted = await waitUnlessAborted(longest * (1 - Math.random() / 2), ctx.signal);
        if (!isWanted) return result;
        api.logger.debug(
          `retry: ${ctx.toolName} failed with ${result.error?.code}; attempt ${count + 1} of ${attempts}`,
        );
        result = await ctx.retry();
      }
      return count > 1 ? counted(result, count) : result;
    });
  },
});

function isSafe({ annotations }: ToolCallMiddlewareContext): boolean {
  return annotations.idempotent === true || annotations.readOnly === true;
}

/** Whoever reads the error need not try the same again at once. */
function counted(result: ToolCallResult, attempts: number): ToolCallResult {
  if (result.error === undefined) return result;
  return {
    ...result,
    error: { ...result.error, message: `Tried ${attempts} times: ${result.error.message}` },
  };
}
