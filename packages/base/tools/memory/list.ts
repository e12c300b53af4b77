import { defineTool } from '@goondan/core/basics';
import { sameForm } from './note.ts';
import { readNotes } from './note-store.ts';
import { limitSchema, noteProperties, tagSchema } from './schema.ts';

const previewLength = 100;

/** Lists notes. */
export const list = defineTool({
  name: 'memory__list',
  description: 'Lists the notes of this instance, the newest first: key, tags and the beginning of the text.',
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: { tag: tagSchema, limit: { ...limitSchema, default: 50 } },
    additionalProperties: false,
    examples: [{ tag: 'user' }],
  },
  output: {
    type: 'object',
    properties: {
      notes: {
        type: 'array',
        description: 'The notes.',
        items: {
          type: 'object',
          properties: {
            key: noteProperties.key,
            tags: noteProperties.tags,
            updatedAt: noteProperties.updatedAt,
            preview: { type: 'string', description: 'The beginning of the text.' },
          },
          required: ['key', 'tags', 'updatedAt', 'preview'],
          additionalProperties: false,
        },
      },
      total: { type: 'integer', description: 'How many there are, also those beyond limit.' },
    },
    required: ['notes', 'total'],
    additionalProperties: false,
  },
  handler: (ctx, { tag, limit = 50 }) => {
    const notes = readNotes(ctx).filter(({ tags }) => tag === undefined || tags.includes(sameForm(tag)));
    return {
      notes: notes.slice(0, limit).map(({ key, tags, updatedAt, text }) => ({
        key,
        tags: [...tags],
        updatedAt,
        preview: previewOf(text),
      })),
      total: notes.length,
    };
  },
});

function previewOf(text: string): string {
  if (text.length <= previewLength) return text;
  return `${text.slice(0, previewLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
