import { createHash } from 'node:crypto';
import { defineTool } from '@goondan/core/basics';
import { annotations, textInput } from './text-input.ts';

/** The digest of a text. */
export const hash = defineTool({
  name: 'text-transform__hash',
  description:
    'The hash of a text (as UTF-8), in hex: sha256 by default. For comparing and checking; not for passwords.',
  annotations,
  input: {
    type: 'object',
    properties: {
      text: textInput('The text.'),
      algorithm: { enum: ['sha256', 'sha512', 'sha1', 'md5'], description: 'Which one. Default sha256.' },
    },
    required: ['text'],
    additionalProperties: false,
    examples: [{ text: 'hello' }],
  },
  output: {
    type: 'object',
    properties: {
      hash: { type: 'string', description: 'In hex.' },
      bytes: { type: 'integer', description: 'How many bytes were hashed.' },
    },
    required: ['hash', 'bytes'],
    additionalProperties: false,
  },
  handler: (_ctx, { text, algorithm = 'sha256' }) => ({
    hash: createHash(algorithm).update(text, 'utf8').digest('hex'),
    bytes: Buffer.byteLength(text),
  }),
});
