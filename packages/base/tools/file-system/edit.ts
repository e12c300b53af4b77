import type { ToolContext } from '@goondan/core';
import { defineTool, GoondanError } from '@goondan/core/basics';
import { withFileErrors } from '../../files/file-error.ts';
import { atPlace } from '../../files/open-place.ts';
import { openRegularFile } from '../../files/open-regular-file.ts';
import type { Place } from '../../files/place.ts';
import { checkChangeable } from '../../files/protected-place.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { checkNotFolder } from '../../files/requested-path.ts';
import { writeAtomically } from '../../files/write-atomically.ts';
import { encodeText } from './encode-text.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';
import { replaceText, type Replaced } from './replace-text.ts';
import { decode, decodeExactly, detectEncoding } from './text-encoding.ts';

const mostBytes = 10_000_000;

/** Replaces text in a file. */
export const edit = defineTool({
  name: 'file-system__edit',
  description:
    'Replaces text in a file of the workspace. oldText must be in the file exactly as sent, spaces and line breaks included, and only once unless replaceAll is true. ' +
    'Encoding, line ends and mode of the file are kept; the file is replaced in one step. Files up to 10 MB.',
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      oldText: {
        type: 'string',
        minLength: 1,
        maxLength: 1_000_000,
        description: 'The text to replace, exactly as it is in the file.',
      },
      newText: {
        type: 'string',
        maxLength: 1_000_000,
        description: 'What stands there instead; empty to delete.',
      },
      replaceAll: { type: 'boolean', default: false, description: 'Replace every occurrence.' },
    },
    required: ['path', 'oldText', 'newText'],
    additionalProperties: false,
    examples: [{ path: 'notes/today.md', oldText: '- [ ] call Kim', newText: '- [x] call Kim' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      size: { type: 'integer', description: 'Bytes of the file now.' },
      replacements: { type: 'integer', description: 'How many occurrences were replaced.' },
      line: { type: 'integer', description: 'The line of the first one, counted from 1.' },
    },
    required: ['path', 'size', 'replacements', 'line'],
    additionalProperties: false,
  },
  handler: (ctx, { path, oldText, newText, replaceAll = false }) =>
    editFile(ctx, path, (text, place) => {
      if (oldText === newText) throw nothingToChange();
      return replaceText(place.path, text, { oldText, newText, replaceAll });
    }),
});

function editFile(ctx: ToolContext, path: string, change: (text: string, place: Place) => Replaced) {
  return atPlace(ctx, path, { followLast: true }, (place) => {
    checkNotFolder(path, place.path);
    checkChangeable(place);
    using file = openRegularFile(place);
    const bytes = withFileErrors(place.path, () => readBytes(file.descriptor, 0, mostBytes + 1));
    if (bytes.length > mostBytes) {
      throw new GoondanError('E_FILE_TOO_LARGE', `${place.path} is larger than ${mostBytes} bytes.`, {
        suggestion: 'Change it with a command, such as sed.',
      });
    }
    const { text, mark, encoding } = exactText(place.path, bytes);
    const replaced = change(text, place);
    const content = Buffer.concat([mark, encodeText(replaced.text, encoding)]);
    writeAtomically(place, content, { unlessChangedSince: file.stats });
    return { path: place.path, size: content.length, replacements: replaced.count, line: replaced.line };
  });
}

/** The text of a file, where it can be written back without changing any other byte. */
function exactText(path: string, bytes: Uint8Array) {
  const found = detectEncoding(bytes);
  const body = bytes.subarray(found?.markLength ?? 0);
  if (found !== undefined && decodeExactly(body, found.encoding) !== undefined) {
    const text = decode(body, found.encoding);
    if (Buffer.compare(encodeText(text, found.encoding), body) === 0)
      return { text, mark: bytes.subarray(0, found.markLength), encoding: found.encoding };
  }
  throw new GoondanError('E_FILE_BINARY', `${path} is not text that can be changed without damage.`, {
    suggestion: 'Read it with encoding: "base64" and write it whole, or change it with a command.',
  });
}

function nothingToChange(): GoondanError {
  return new GoondanError('E_TOOL_INVALID_ARGS', 'oldText and newText are the same.', {
    suggestion: 'Send the text that should stand there as newText.',
  });
}
