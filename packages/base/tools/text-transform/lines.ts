import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

/** Sorts, filters, cuts and joins the lines of a text. */
export const lines = defineTool({
  name: 'text-transform__lines',
  description:
    'Works on the lines of a text (or the parts between a separator), in this order: split, trim, drop empty ones, keep those that contain a text, ' +
    'keep the first of equal ones, sort, reverse, take from/to, number, join. Give only what you want done.',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text to work on.'),
      separator: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'What divides the parts. Default: the end of a line.',
      },
      trim: { type: 'boolean', description: 'Take blanks from both ends of each. Default false.' },
      dropEmpty: { type: 'boolean', description: 'Leave out those with nothing but blanks. Default false.' },
      contains: {
        type: 'string',
        minLength: 1,
        maxLength: 10_000,
        description: 'Keep only those that contain this text.',
      },
      unique: { type: 'boolean', description: 'Keep only the first of equal ones. Default false.' },
      sort: {
        enum: ['text', 'number'],
        description: 'Sort by text, as a dictionary does in any language, or by the first number in each.',
      },
      reverse: { type: 'boolean', description: 'Turn the order round, after sorting. Default false.' },
      from: { type: 'integer', minimum: 1, description: 'The first one to take, from 1.' },
      to: { type: 'integer', minimum: 1, description: 'The last one to take.' },
      number: { type: 'boolean', description: 'Put a number before each: "1. ". Default false.' },
      join: {
        type: 'string',
        maxLength: 100,
        description: 'What to put between them. Default: the end of a line.',
      },
    },
    required: ['text'],
    additionalProperties: false,
    examples: [{ text: 'pear\napple\npear\n', dropEmpty: true, unique: true, sort: 'text' }],
  },
  output: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What is left, joined.' },
      count: { type: 'integer', description: 'How many are left.' },
      before: { type: 'integer', description: 'How many there were.' },
    },
    required: ['text', 'count', 'before'],
    additionalProperties: false,
  },
  async handler(ctx, { text, ...steps }) {
    const { runTextJob } = await import('./run-text-job.ts');
    const { job } = await import('./lines-job.ts');
    return { ...(await runTextJob(ctx, job, { text, steps })) };
  },
});
