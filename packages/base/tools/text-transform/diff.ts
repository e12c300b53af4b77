import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

/** What differs between two texts. */
export const diff = defineTool({
  name: 'text-transform__diff',
  description:
    'Compares two texts line by line and gives what differs as a unified diff, which patch and git apply read, with the counts of lines.',
  annotations,
  input: {
    type: 'object',
    properties: {
      before: textInput('The older text.'),
      after: textInput('The newer text.'),
      context: {
        type: 'integer',
        minimum: 0,
        maximum: 1000,
        description: 'How many equal lines to show around each change. Default 3.',
      },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\r\\n]+$',
        description: 'The file name in the head of the diff. Default text.',
      },
    },
    required: ['before', 'after'],
    additionalProperties: false,
    examples: [{ before: 'one\ntwo\n', after: 'one\n2\n' }],
  },
  output: {
    type: 'object',
    properties: {
      equal: { type: 'boolean', description: 'True when there is no difference.' },
      diff: { type: 'string', description: 'The unified diff; empty when they are equal.' },
      added: { type: 'integer', description: 'How many lines are new.' },
      removed: { type: 'integer', description: 'How many lines are gone.' },
    },
    required: ['equal', 'diff', 'added', 'removed'],
    additionalProperties: false,
  },
  async handler(ctx, { before, after, context = 3, name = 'text' }) {
    const { runTextJob } = await import('./run-text-job.ts');
    const { job } = await import('./diff-job.ts');
    return { ...(await runTextJob(ctx, job, { before, after, context, name })) };
  },
});
