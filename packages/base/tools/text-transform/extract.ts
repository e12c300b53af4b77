import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

/** Finds what a regular expression matches. */
export const extract = defineTool({
  name: 'text-transform__extract',
  description:
    'Finds everything a regular expression (JavaScript syntax) matches in a text: each match with its line and its groups. ' +
    'Use it to take data such as numbers, dates or addresses out of a text.',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text to search.'),
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: 10_000,
        description: 'The regular expression, without slashes around it.',
      },
      ignoreCase: {
        type: 'boolean',
        description: 'Let upper and lower case match each other. Default false.',
      },
      multiline: { type: 'boolean', description: 'Let ^ and $ match at each line. Default false.' },
      dotAll: { type: 'boolean', description: 'Let . match the end of a line too. Default false.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'How many matches to give back. Default 100.',
      },
    },
    required: ['text', 'pattern'],
    additionalProperties: false,
    examples: [{ text: 'Order A-17 and B-3', pattern: '([A-Z])-(\\d+)' }],
  },
  output: {
    type: 'object',
    properties: {
      matches: {
        type: 'array',
        description: 'The matches in their order.',
        items: {
          type: 'object',
          properties: {
            match: { type: 'string', description: 'What matched.' },
            line: { type: 'integer', description: 'The line it begins in, from 1.' },
            groups: {
              type: 'array',
              items: { type: ['string', 'null'] },
              description: 'What each group matched; null where it took no part.',
            },
            named: { type: 'object', description: 'The same by name, for groups that have one.' },
          },
          required: ['match', 'line', 'groups'],
          additionalProperties: false,
        },
      },
      count: { type: 'integer', description: 'How many matches are given back.' },
      truncated: { type: 'boolean', description: 'True when there are more.' },
    },
    required: ['matches', 'count', 'truncated'],
    additionalProperties: false,
  },
  async handler(ctx, { text, pattern: source, limit = 100, ...flags }) {
    const { runTextJob } = await import('./run-text-job.ts');
    const { job } = await import('./extract-job.ts');
    const { ignoreCase = false, multiline = false, dotAll = false } = flags;
    const found = await runTextJob(ctx, job, {
      text,
      limit,
      pattern: { source, ignoreCase, multiline, dotAll },
    });
    return { ...found };
  },
});
