import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

/** Replaces a text or what a regular expression matches. */
export const replace = defineTool({
  name: 'text-transform__replace',
  description:
    'Replaces every occurrence of a text, or with regex of what a regular expression (JavaScript syntax) matches, and counts them. ' +
    'In a replacement by regex, $1, $<name> and $& stand for groups and the whole match, $$ for a dollar sign.',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text to work on.'),
      find: {
        type: 'string',
        minLength: 1,
        maxLength: 10_000,
        description: 'The text to find, or the regular expression.',
      },
      replacement: {
        type: 'string',
        maxLength: 100_000,
        description: 'What to put in its place; empty to take it out.',
      },
      regex: { type: 'boolean', description: 'True when find is a regular expression. Default false.' },
      ignoreCase: {
        type: 'boolean',
        description: 'Let upper and lower case match each other. Default false.',
      },
      multiline: { type: 'boolean', description: 'Let ^ and $ match at each line. Default false.' },
      dotAll: { type: 'boolean', description: 'Let . match the end of a line too. Default false.' },
      limit: {
        type: 'integer',
        minimum: 1,
        description: 'How many to replace at the most, from the start. Default all.',
      },
    },
    required: ['text', 'find', 'replacement'],
    additionalProperties: false,
    examples: [{ text: '2026-11-16', find: '(\\d+)-(\\d+)-(\\d+)', replacement: '$3.$2.$1', regex: true }],
  },
  output: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'The text with the replacements.' },
      count: { type: 'integer', description: 'How many were replaced.' },
    },
    required: ['text', 'count'],
    additionalProperties: false,
  },
  async handler(ctx, { text, find, replacement, regex = false, limit, ...flags }) {
    const { runTextJob } = await import('./run-text-job.ts');
    const { job } = await import('./replace-job.ts');
    const { ignoreCase = false, multiline = false, dotAll = false } = flags;
    const pattern = { source: find, ignoreCase, multiline, dotAll };
    const input = { text, pattern, isLiteral: !regex, replacement, limit: limit ?? null };
    return { ...(await runTextJob(ctx, job, input)) };
  },
});
