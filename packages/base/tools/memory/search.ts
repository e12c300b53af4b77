import { defineTool } from '@goondan/core/basics';
import { sameForm } from './note.ts';
import { readNotes } from './note-store.ts';
import { limitSchema, noteProperties, tagSchema } from './schema.ts';
import { searchNotes } from './search-notes.ts';

/** Finds notes by words. */
export const search = defineTool({
  name: 'memory__search',
  description:
    'Finds notes of this instance by words in their key, tags or text; case does not matter, parts of words are found, and Korean words also without their particles. ' +
    'Notes with more of the words come first.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
        description: 'The words to look for.',
      },
      tag: tagSchema,
      limit: limitSchema,
    },
    required: ['query'],
    additionalProperties: false,
    examples: [{ query: 'language' }],
  },
  output: {
    type: 'object',
    properties: {
      notes: {
        type: 'array',
        description: 'The notes, the best first.',
        items: {
          type: 'object',
          properties: noteProperties,
          required: ['key', 'text', 'tags', 'createdAt', 'updatedAt'],
          additionalProperties: false,
        },
      },
      total: { type: 'integer', description: 'How many were found, also those beyond limit.' },
    },
    required: ['notes', 'total'],
    additionalProperties: false,
  },
  handler: (ctx, { query, tag, limit = 10 }) => {
    const notes = readNotes(ctx).filter(({ tags }) => tag === undefined || tags.includes(sameForm(tag)));
    const found = searchNotes(notes, query);
    return {
      notes: found.slice(0, limit).map((note) => ({ ...note, tags: [...note.tags] })),
      total: found.length,
    };
  },
});
