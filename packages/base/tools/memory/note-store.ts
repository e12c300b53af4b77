import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { libc } from '../../files/libc.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { namesIn, openFolder } from '../../files/open-folder.ts';
import { atPlace, LinkMet } from '../../files/open-place.ts';
import { openRegularEntry } from '../../files/open-regular-file.ts';
import { placeIn, type Place } from '../../files/place.ts';
import { ownFolder } from '../../files/protected-place.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { textOfName } from '../../files/system-result.ts';
import { writeAtomically } from '../../files/write-atomically.ts';
import { fileNameOf, parseNote, type Note } from './note.ts';

const mostNotes = 1000;
const mostBytes = 10_000_000;
/** More than the largest note can take, escaped. */
const largestFile = 400_000;

type NoteContext = Pick<ToolContext, 'workdir' | 'permissions' | 'agentName' | 'instanceKey'>;

/** All notes of the instance, the newest first. */
export function readNotes(ctx: NoteContext): Note[] {
  const notes = inFolder(ctx, (place) => {
    using folder = openFolder(place);
    const names = namesIn(folder.descriptor, place.path).map(textOfName);
    return names.flatMap((name) => readNote(folder.descriptor, place, name) ?? []);
  });
  return (notes ?? []).toSorted(
    (one, other) => compare(other.updatedAt, one.updatedAt) || compare(one.key, other.key),
  );
}

/** The note of a key, if there is one. */
export function findNote(ctx: NoteContext, key: string): Note | undefined {
  return inFolder(ctx, (place) => {
    using folder = openFolder(place);
    return readNote(folder.descriptor, place, fileNameOf(key));
  });
}

/** Stores a note in place of the one with its key. Throws E_MEMORY_FULL where there is no room; returns how many notes there are. */
export function storeNote(ctx: NoteContext, note: Note): number {
  const others = readNotes(ctx).filter(({ key }) => key !== note.key);
  const bytes = bytesOf(note);
  const used = others.reduce((sum, other) => sum + bytesOf(other).length, bytes.length);
  if (others.length >= mostNotes || used > mostBytes) throw full(others.length >= mostNotes);
  atPlace(ctx, folderOf(ctx), { followLast: true }, (place) => {
    makeFolder(place, { parents: true });
    writeAtomically(placeIn(place, fileNameOf(note.key)), bytes);
  });
  return others.length + 1;
}

/** Removes the note of a key; false where there is none. */
export function removeNote(ctx: NoteContext, key: string): boolean {
  const removed = inFolder(ctx, (place) => {
    using folder = openFolder(place);
    const result = libc().unlinkat(folder.descriptor, fileNameOf(key), 0);
    syncFolder(folder.descriptor);
    return typeof result === 'number';
  });
  return removed ?? false;
}

/** Instances may share a workdir, but no notes. */
function folderOf({ agentName, instanceKey }: NoteContext): string {
  const own = createHash('sha256')
    .update(JSON.stringify([agentName, instanceKey]))
    .digest('hex')
    .slice(0, 32);
  return posix.join(ownFolder, 'memory', own);
}

/** Undefined as long as nothing has been stored. */
function inFolder<Result>(ctx: NoteContext, act: (place: Place) => Result): Result | undefined {
  try {
    return atPlace(ctx, folderOf(ctx), { followLast: true }, act);
  } catch (thrown) {
    if (thrown instanceof GoondanError && thrown.code === 'E_FILE_NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** What is not a note (half a file of a crash, a file of somebody else) is passed over. */
function readNote(folder: number, place: Place, name: string): Note | undefined {
  if (!name.endsWith('.json')) return undefined;
  try {
    using file = openRegularEntry(folder, name, place.path);
    return parseNote(readBytes(file.descriptor, 0, largestFile), name);
  } catch (thrown) {
    if (thrown instanceof LinkMet || thrown instanceof GoondanError) return undefined;
    throw thrown;
  }
}

function bytesOf({ key, text, tags, createdAt, updatedAt }: Note): Uint8Array {
  return Buffer.from(`${JSON.stringify({ key, text, tags, createdAt, updatedAt }, null, 1)}\n`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function full(isCount: boolean): GoondanError {
  const what = isCount ? `There are ${mostNotes} notes` : `The notes would take more than ${mostBytes} bytes`;
  return new GoondanError('E_MEMORY_FULL', `${what}, which is as much as an instance may keep.`);
}
