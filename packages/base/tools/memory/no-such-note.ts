import type { ToolContext } from '@goondan/core';
import { GoondanError, nearest } from '@goondan/core/basics';
import { readNotes } from './note-store.ts';

/** The error for a key without a note, with the key that was likely meant. */
export function noSuchNote(ctx: ToolContext, key: string): GoondanError {
  const keys = readNotes(ctx).map((note) => note.key);
  const near = nearest(key, keys);
  const message = `There is no note with the key ${JSON.stringify(key)}.`;
  if (near !== undefined)
    return new GoondanError('E_MEMORY_NOT_FOUND', message, {
      suggestion: `Did you mean ${JSON.stringify(near)}?`,
    });
  return new GoondanError(
    'E_MEMORY_NOT_FOUND',
    message,
    keys.length > 0 ? {} : { suggestion: 'There are no notes yet: put one first.' },
  );
}
