import { defineExtension } from '@goondan/core';
import { windowOf } from './window-of.ts';

/** Sends the model the end of a long conversation. */
export const messageWindow = defineExtension({
  name: 'message-window',
  description:
    'Sends the model only the end of a long conversation. The conversation itself stays whole. A tool call is never parted from its ' +
    'result, and the question being answered is always sent, as is the system prompt. Where several limits are given, all hold.',
  config: {
    type: 'object',
    properties: {
      maxMessages: {
        type: 'integer',
        minimum: 1,
        description: 'At most so many messages. 50 where no limit is given at all.',
      },
      maxTokens: {
        type: 'integer',
        minimum: 1,
        description: 'At most about so many tokens, counted as four bytes each.',
      },
      maxCharacters: { type: 'integer', minimum: 1, description: 'At most so many characters.' },
      keepFirst: {
        type: 'boolean',
        default: false,
        description: 'Send the first message of the conversation too: where it says what all of it is about.',
      },
    },
    additionalProperties: false,
    examples: [{ maxMessages: 40, keepFirst: true }],
  },
  register(api, config) {
    const { maxMessages, maxTokens, maxCharacters } = config;
    const isLimited = (maxMessages ?? maxTokens ?? maxCharacters) !== undefined;
    const limits = isLimited ? config : { ...config, maxMessages: 50 };
    api.pipeline.register('step', (ctx) => {
      const shown = windowOf(ctx.messages, limits);
      if (shown.length < ctx.messages.length) ctx.messages = shown;
      return ctx.next();
    });
  },
});
