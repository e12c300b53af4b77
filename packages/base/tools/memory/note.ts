import { createHash } from 'node:crypto';
import { isRecord, parseJson } from '@goondan/core/basics';

/** One note, as it lies on the disk. */
export interface Note {
  readonly key: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** In UTC, as ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keys and tags that look the same are the same: Hangul may come whole or in parts. */
export function sameForm(text: string): string {
  return text.normalize().trim();
}

/** The name of a note's file: any key will do, and none can lead elsewhere. */
export function fileNameOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.json`;
}

/** Reads a note; undefined for what is none, or that of another key. */
export function parseNote(bytes: Uint8Array, fileName: string): Note | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(bytes).toString());
    return isNote(value) && fileNameOf(value.key) === fileName ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNote(value: unknown): value is Note {
  if (!isRecord(value)) return false;
  const { key, text, tags, createdAt, updatedAt } = value;
  return (
    [key, text, createdAt, updatedAt].every((one) => typeof one === 'string') &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string')
  );
}
