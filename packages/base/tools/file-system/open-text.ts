import type { ToolContext } from '@goondan/core';
import { GoondanError } from '@goondan/core/basics';
import { withFileErrors } from '../../files/file-error.ts';
import { atPlace } from '../../files/open-place.ts';
import { openRegularFile, type OpenedFile } from '../../files/open-regular-file.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { checkNotFolder } from '../../files/requested-path.ts';
import { wholeCharacters } from './character-boundary.ts';
import { detectEncoding, markLengthOf, type DetectedEncoding, type TextEncoding } from './text-encoding.ts';

/** How much of a file is looked at to tell its encoding. */
const headLength = 64 * 1024;

/** An open file with its path as results show it. */
export interface NamedFile extends OpenedFile {
  readonly path: string;
}

/** Opens a regular file that the call may read. */
export function openAllowed(ctx: ToolContext, path: string): NamedFile {
  return atPlace(ctx, path, { followLast: true }, (place) => {
    checkNotFolder(path, place.path);
    return { ...openRegularFile(place), path: place.path };
  });
}

/** The encoding of an open file: the one that was asked for, or what its first bytes tell. Throws E_FILE_BINARY where they tell none. */
export function encodingOf(file: NamedFile, asked: TextEncoding | 'auto'): DetectedEncoding {
  const head = withFileErrors(file.path, () => readBytes(file.descriptor, 0, headLength + 1));
  if (asked !== 'auto') return { encoding: asked, markLength: markLengthOf(head, asked) };
  const found = detectHead(head);
  if (found !== undefined) return found;
  throw new GoondanError('E_FILE_BINARY', `${file.path} is not text that can be told by its bytes.`, {
    suggestion:
      'Send encoding: "base64" to get its bytes, or the name of its encoding (utf-16le, euc-kr, windows-1252, or utf-8 with damaged characters replaced).',
  });
}

/** Tells the encoding of the first bytes of a file; they are cut back to whole characters where the file goes on. */
function detectHead(head: Uint8Array): DetectedEncoding | undefined {
  if (head.length <= headLength) return detectEncoding(head);
  const part = head.subarray(0, headLength);
  return (
    detectEncoding(part.subarray(0, wholeCharacters(part, 'utf-8'))) ??
    detectEncoding(part.subarray(0, wholeCharacters(part, 'euc-kr')))
  );
}
