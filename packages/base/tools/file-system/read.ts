import type { ToolContext } from '@goondan/core';
import { defineTool, GoondanError } from '@goondan/core/basics';
import { withFileErrors } from '../../files/file-error.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { toNextCharacter, wholeCharacters } from './character-boundary.ts';
import { findLines } from './line-range.ts';
import { encodingOf, openAllowed, type NamedFile } from './open-text.ts';
import { pathSchema, resultPathSchema } from './path-schema.ts';
import { decode, decodeExactly, textEncodings, type TextEncoding } from './text-encoding.ts';

/** Far enough back to tell characters of EUC-KR apart, and even for UTF-16. */
const lookBack = 4096;

/** With what JSON adds to it, this fits into the largest output that policy shows a model by default (50 KiB). */
const defaultBytes = 40_000;
/** The same: base64 takes a third more. */
const defaultBase64Bytes = 30_000;

/** Reads a file or a part of it. */
export const read = defineTool({
  name: 'file-system__read',
  description:
    'Reads a text file of the workspace, whole or in part: the first maxBytes, from a byte offset, or a range of lines. UTF-8, UTF-16 with a ' +
    'byte order mark and Korean EUC-KR are recognised. A binary file is refused unless encoding is base64. Where truncated is true, go on with offset: nextOffset.',
  errorMessageLimit: 2000,
  annotations: { readOnly: true, idempotent: true },
  input: {
    type: 'object',
    properties: {
      path: pathSchema,
      maxBytes: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000_000,
        default: defaultBytes,
        description:
          'The most bytes of the file to return; the last character is never cut. Default for base64: 30000.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The byte to begin at. Not together with startLine or endLine.',
      },
      startLine: { type: 'integer', minimum: 1, description: 'The first line to return, counted from 1.' },
      endLine: { type: 'integer', minimum: 1, description: 'The last line to return, included.' },
      encoding: {
        enum: ['auto', ...textEncodings, 'base64'],
        default: 'auto',
        description:
          'The encoding of the text, where it is not recognised; base64 returns the bytes of any file.',
      },
    },
    required: ['path'],
    additionalProperties: false,
    examples: [{ path: 'notes/today.md' }],
  },
  output: {
    type: 'object',
    properties: {
      path: resultPathSchema,
      size: { type: 'integer', description: 'Bytes of the whole file.' },
      truncated: { type: 'boolean', description: 'True where maxBytes left something out.' },
      content: { type: 'string', description: 'The text, or base64 where that was asked for.' },
      encoding: { type: 'string', description: 'How the bytes were read.' },
      nextOffset: { type: 'integer', description: 'Where to go on, if truncated.' },
      damaged: { type: 'boolean', description: 'True where bytes that are no text were replaced by U+FFFD.' },
    },
    required: ['path', 'size', 'truncated', 'content', 'encoding'],
    additionalProperties: false,
  },
  handler: async (ctx, input) => {
    checkRange(input);
    using file = openAllowed(ctx, input.path);
    if (input.encoding === 'base64')
      return readBinary(file, input.offset ?? 0, input.maxBytes ?? defaultBase64Bytes, input);
    const maxBytes = input.maxBytes ?? defaultBytes;
    // Awaited here: the file is closed when this function returns.
    return await readText(ctx, file, { ...input, maxBytes, encoding: input.encoding ?? 'auto' });
  },
});

interface Range {
  readonly offset?: number;
  readonly startLine?: number;
  readonly endLine?: number;
}

function checkRange({ offset, startLine, endLine }: Range): void {
  if (offset !== undefined && (startLine !== undefined || endLine !== undefined)) {
    throw new GoondanError('E_TOOL_INVALID_ARGS', 'offset and lines cannot be given together.', {
      suggestion: 'Send offset, or startLine and endLine.',
    });
  }
  if (endLine !== undefined && endLine < (startLine ?? 1)) {
    throw new GoondanError(
      'E_TOOL_INVALID_ARGS',
      `endLine ${endLine} is before startLine ${startLine ?? 1}.`,
      {
        suggestion: 'Send an endLine that is not smaller than startLine.',
      },
    );
  }
}

function readBinary(file: NamedFile, offset: number, maxBytes: number, range: Range) {
  if (range.startLine !== undefined || range.endLine !== undefined) {
    throw new GoondanError('E_TOOL_INVALID_ARGS', 'base64 has no lines.', {
      suggestion: 'Send offset and maxBytes instead of lines.',
    });
  }
  const bytes = withFileErrors(file.path, () => readBytes(file.descriptor, offset, maxBytes + 1));
  const part = bytes.subarray(0, maxBytes);
  const truncated = bytes.length > maxBytes;
  return {
    path: file.path,
    size: Math.max(file.stats.size, offset + bytes.length),
    truncated,
    content: Buffer.from(part).toString('base64'),
    encoding: 'base64',
    ...(truncated ? { nextOffset: offset + part.length } : {}),
  };
}

async function readText(
  ctx: ToolContext,
  file: NamedFile,
  input: Range & { readonly maxBytes: number; readonly encoding: TextEncoding | 'auto' },
) {
  const { encoding, markLength } = encodingOf(file, input.encoding);
  const { start, end } = await textRange(ctx, file, { ...input, encoding, markLength });
  const most = Math.min(input.maxBytes, end - start);
  const bytes = withFileErrors(file.path, () => readBytes(file.descriptor, start, most + 1));
  const isCut = bytes.length > most;
  const part = bytes.subarray(0, most);
  // At the end of the file half a character is damage, not a cut.
  const text = isCut ? part.subarray(0, wholeCharacters(part, encoding)) : part;
  const truncated = start + text.length < end && isCut;
  const exact = decodeExactly(text, encoding);
  return {
    path: file.path,
    size: Math.max(file.stats.size, start + bytes.length),
    truncated,
    content: exact ?? decode(text, encoding),
    encoding,
    ...(truncated && text.length > 0 ? { nextOffset: start + text.length } : {}),
    ...(exact === undefined ? { damaged: true } : {}),
  };
}

async function textRange(
  ctx: ToolContext,
  file: NamedFile,
  input: Range & { readonly encoding: TextEncoding; readonly markLength: number },
): Promise<{ start: number; end: number }> {
  const { encoding, markLength } = input;
  if (input.startLine === undefined && input.endLine === undefined) {
    const start = Math.max(input.offset ?? 0, markLength);
    return { start: start === markLength ? start : nextCharacter(file, start, encoding), end: Infinity };
  }
  const range = { first: input.startLine ?? 1, last: input.endLine ?? Infinity };
  const text = { descriptor: file.descriptor, encoding, textStart: markLength };
  const found = await findLines(text, range, ctx.signal);
  if ('start' in found) return found;
  throw new GoondanError(
    'E_TOOL_INVALID_ARGS',
    `${file.path} has ${found.lineCount} lines; startLine is ${range.first}.`,
    { suggestion: `Send a startLine of at most ${found.lineCount}.` },
  );
}

function nextCharacter(file: NamedFile, offset: number, encoding: TextEncoding): number {
  const back = Math.min(offset, lookBack + (offset % 2));
  const bytes = withFileErrors(file.path, () => readBytes(file.descriptor, offset - back, back + 4));
  return back > bytes.length ? offset : offset + toNextCharacter(bytes, back, encoding);
}
