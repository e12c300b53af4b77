import { defineTool, GoondanError } from '@goondan/core/basics';
import { sameForm, type Note } from './note.ts';
import { findNote, readNotes, storeNote } from './note-store.ts';
import { keySchema } from './schema.ts';

/** Stores a note. */
export const put = defineTool({
  name: 'memory__put',
  description:
    'Keeps a note for later turns of this instance, also after a restart. A note with the same key is replaced. Use short keys that say what it is about, and one note for one thing. ' +
    'Not for secrets: notes are plain files.',
  annotations: { idempotent: true },
  input: {
    type: 'object',
    properties: {
      key: keySchema,
      text: { type: 'string', minLength: 1, maxLength: 20_000, description: 'What to remember.' },
      tags: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 50, pattern: '\\S' },
        maxItems: 20,
        description: 'Words to find it by.',
      },
    },
    required: ['key', 'text'],
    additionalProperties: false,
    examples: [{ key: 'user/preferred-language', text: 'Answers in Korean.', tags: ['user'] }],
  },
  output: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'The name of the note.' },
      created: { type: 'boolean', description: 'False where a note of that key was replaced.' },
      count: { type: 'integer', description: 'How many notes there are now.' },
    },
    required: ['key', 'created', 'count'],
    additionalProperties: false,
  },
  handler: (ctx, { key: rawKey, text, tags: rawTags = [] }) => {
    checkWhole([rawKey, text, ...rawTags]);
    const key = sameForm(rawKey);
    const tags = [...new Set(rawTags.map(sameForm))];
    const before = findNote(ctx, key);
    if (before !== undefined && isSame(before, text, tags)) {
      return { key, created: false, count: readNotes(ctx).length };
    }
    const now = new Date().toISOString();
    const count = storeNote(ctx, { key, text, tags, createdAt: before?.createdAt ?? now, updatedAt: now });
    return { key, created: before === undefined, count };
  },
});

function isSame(note: Note, text: string, tags: readonly string[]): boolean {
  return note.text === text && JSON.stringify(note.tags) === JSON.stringify(tags);
}

function checkWhole(texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return;
  throw new GoondanError('E_TOOL_INVALID_ARGS', 'The note holds half a character (a lone surrogate).', {
    suggestion: 'Send whole characters.',
  });
}
