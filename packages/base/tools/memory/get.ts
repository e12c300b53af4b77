import { defineTool } from '@goondan/core/basics';
import { noSuchNote } from './no-such-note.ts';
import { sameForm } from './note.ts';
import { findNote } from './note-store.ts';
import { keySchema, noteProperties } from './schema.ts';

/** Reads a note. */
export const get = defineTool({
  name: 'memory__get',
  description: 'Reads the note with a key. Use memory__search or memory__list to find keys.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: { key: keySchema },
    required: ['key'],
    additionalProperties: false,
    examples: [{ key: 'user/preferred-language' }],
  },
  output: {
    type: 'object',
    properties: noteProperties,
    required: ['key', 'text', 'tags', 'createdAt', 'updatedAt'],
    additionalProperties: false,
  },
  handler: (ctx, { key }) => {
    const note = findNote(ctx, sameForm(key));
    if (note === undefined) throw noSuchNote(ctx, key);
    return { ...note, tags: [...note.tags] };
  },
});
