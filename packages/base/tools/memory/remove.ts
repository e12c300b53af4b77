import { defineTool } from '@goondan/core/basics';
import { noSuchNote } from './no-such-note.ts';
import { sameForm } from './note.ts';
import { removeNote } from './note-store.ts';
import { keySchema } from './schema.ts';

/** Removes a note. */
export const remove = defineTool({
  name: 'memory__remove',
  description: 'Forgets the note with a key, for good.',
  annotations: { destructive: true },
  input: {
    type: 'object',
    properties: { key: keySchema },
    required: ['key'],
    additionalProperties: false,
    examples: [{ key: 'user/preferred-language' }],
  },
  output: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'The name of the note.' },
      removed: { const: true, description: 'The note is gone.' },
    },
    required: ['key', 'removed'],
    additionalProperties: false,
  },
  handler: (ctx, { key }) => {
    if (!removeNote(ctx, sameForm(key))) throw noSuchNote(ctx, key);
    return { key: sameForm(key), removed: true };
  },
});
